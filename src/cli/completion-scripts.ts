/** Completes the words after `chatferry`; the last one is begun, maybe empty. One candidate on each line. */
export const COMPLETE = '__complete';

const bash = `_chatferry() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do COMPREPLY+=("\${line%%$'\\t'*}"); done \\
    < <(chatferry ${COMPLETE} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == */ ]] && compopt -o nospace
}
complete -F _chatferry chatferry
`;

const zsh = `#compdef chatferry
_chatferry() {
  local line
  local -a words_found described
  while IFS= read -r line; do
    words_found+=("\${line%%$'\\t'*}")
    described+=("\${line/$'\\t'/  }")
  done < <(chatferry ${COMPLETE} "\${(@)words[2,CURRENT]}" 2>/dev/null)
  compadd -d described -a words_found
}
compdef _chatferry chatferry
`;

const fish = `function __chatferry_complete
  chatferry ${COMPLETE} (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null
end
complete -c chatferry -f -a '(__chatferry_complete)'
`;

/** Scripts that a shell runs once to complete our command lines. */
export const completionScripts = { bash, zsh, fish } as const;
