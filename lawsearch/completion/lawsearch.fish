# Completion of lawsearch for fish. Once: lawsearch completion fish > ~/.config/fish/completions/lawsearch.fish
function __lawsearch_complete
    set -l typed (commandline -cp)
    set -l program (string split -f 1 -m 1 ' ' -- (string trim -l -- "$typed"))
    set -l answer ($program __complete "$typed" 2>/dev/null)
    if test "$answer[1]" = files
        __fish_complete_path (commandline -ct)
        return
    end
    set -e answer[1]
    if test (count $answer) -gt 0
        printf '%s\n' $answer
    end
end
complete -c lawsearch -f -k -a '(__lawsearch_complete)'
