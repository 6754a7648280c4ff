/** Completes the words after `chatferry`; the last one is begun, maybe empty. One candidate on each line. */
export declare const COMPLETE = "__complete";
/** Scripts that a shell runs once to complete our command lines. */
export declare const completionScripts: {
    readonly bash: "_chatferry() {\n  local line\n  COMPREPLY=()\n  while IFS= read -r line; do COMPREPLY+=(\"${line%%$'\\t'*}\"); done \\\n    < <(chatferry __complete \"${COMP_WORDS[@]:1:COMP_CWORD}\" 2>/dev/null)\n  [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == */ ]] && compopt -o nospace\n}\ncomplete -F _chatferry chatferry\n";
    readonly zsh: "#compdef chatferry\n_chatferry() {\n  local line\n  local -a words_found described\n  while IFS= read -r line; do\n    words_found+=(\"${line%%$'\\t'*}\")\n    described+=(\"${line/$'\\t'/  }\")\n  done < <(chatferry __complete \"${(@)words[2,CURRENT]}\" 2>/dev/null)\n  compadd -d described -a words_found\n}\ncompdef _chatferry chatferry\n";
    readonly fish: "function __chatferry_complete\n  chatferry __complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null\nend\ncomplete -c chatferry -f -a '(__chatferry_complete)'\n";
};
