# Completion of lawsearch for bash. In ~/.bashrc: eval "$(lawsearch completion bash)"
_lawsearch() {
    local line kind='' value meaning
    local -a values=() shown=()
    COMPREPLY=()
    while IFS= read -r line; do
        if [[ -z $kind ]]; then
            kind=$line
            continue
        fi
        value=${line%%$'\t'*}
        meaning=${line#*$'\t'}
        values+=("$(printf '%q' "$value")")
        shown+=("$value  $meaning")
    done < <("$1" __complete "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
    if [[ $kind == files ]]; then
        type compopt >/dev/null 2>&1 && compopt -o default
        return
    fi
    # a list of several words, asked for by a second TAB, shows what each means; nothing is inserted then
    if [[ ${COMP_TYPE:-9} == 63 && ${#values[@]} -gt 1 ]]; then
        COMPREPLY=("${shown[@]}")
    elif [[ ${#values[@]} -gt 0 ]]; then
        COMPREPLY=("${values[@]}")
    fi
}
complete -o nosort -F _lawsearch lawsearch 2>/dev/null || complete -F _lawsearch lawsearch
