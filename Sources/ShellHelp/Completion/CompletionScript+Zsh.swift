import ShellRuntime

extension CompletionScript {
  /// For `site-functions`, or to be sourced after `compinit`.
  static let zshText = #"""
    #compdef PROGRAM
    # zsh completion for PROGRAM, from 'PROGRAM complete --script zsh'

    _PROGRAM() {
      local line text files
      local -a closed open single before
      before=("${(@Q)words[2,CURRENT-1]}")
      ((CURRENT > 2)) || before=()
      for line in "${(@f)$("${(Q)words[1]/#\~\//$HOME/}" complete -- "${before[@]}" "${(Q)PREFIX}" 2>/dev/null)}"; do
        text=${line%%$'\t'*}
        if [[ -z $text ]]; then
          [[ -n $line ]] && files=1
          continue
        fi
        single+=("$text")
        line="${text//:/\\:}:${line#*$'\t'}"
        if [[ $text == *[/=\ ] ]]; then open+=("$line"); else closed+=("$line"); fi
      done
      if (($#single == 1)) && [[ $single != ${(Q)PREFIX}* ]]; then
        compadd -U -- $single
        return
      fi
      local result=1
      (($#closed)) && _describe -V word closed && result=0
      (($#open)) && _describe -V word open -S '' && result=0
      if [[ -n $files ]]; then
        [[ $PREFIX == --*=* ]] && compset -P '*='
        _files && result=0
      fi
      return result
    }

    # As an autoloaded function it completes; sourced, it registers itself.
    if [[ $funcstack[1] == _PROGRAM ]]; then
      _PROGRAM "$@"
    else
      compdef _PROGRAM PROGRAM
    fi
    """#
}
