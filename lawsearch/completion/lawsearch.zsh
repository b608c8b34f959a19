#compdef lawsearch
# Completion of lawsearch for zsh. In ~/.zshrc, after compinit: eval "$(lawsearch completion zsh)"
_lawsearch() {
    local line kind='' value
    local -a values shown
    while IFS= read -r line; do
        if [[ -z $kind ]]; then
            kind=$line
            continue
        fi
        value=${line%%$'\t'*}
        values+=("$value")
        shown+=("$value  ${line#*$'\t'}")
    done < <("${words[1]}" __complete "${(j: :)words[1,CURRENT-1]} $PREFIX" 2>/dev/null)
    if [[ $kind == files ]]; then
        _files
        return
    fi
    (( $#values )) && compadd -U -l -V lawsearch -d shown -a values
}
if [[ ${funcstack[1]-} == _lawsearch ]]; then
    _lawsearch "$@"
else
    compdef _lawsearch lawsearch
fi
