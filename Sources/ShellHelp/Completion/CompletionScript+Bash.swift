import ShellRuntime

extension CompletionScript {
  /// For `share/bash-completion/completions`, or to be sourced; requires only bash 4.
  ///
  /// Bash splits words at the characters of `COMP_WORDBREAKS`, such as `=` and `:`, and leaves their quotes.
  /// The script joins the parts again, removes the quotes, and returns the part after the last such
  /// character, quoted.
  static let bashText = #"""
    # bash completion for PROGRAM, from 'PROGRAM complete --script bash'

    # Reads a word as bash would, without expansions: sets text, the quote that is open, and head, what
    # stands before the last character at which bash splits.
    _FUNCTION_unquote() {
      local word=$1 index char
      text='' quote='' head=''
      for ((index = 0; index < ${#word}; index++)); do
        char=${word:index:1}
        if [[ $quote == "'" ]]; then
          if [[ $char == "'" ]]; then quote=''; else text+=$char; fi
        elif [[ $char == \\ ]]; then
          ((index++))
          char=${word:index:1}
          [[ $quote && $char != [\"\\\$\`] ]] && char="\\$char"
          text+=$char
        elif [[ $char == '"' ]]; then
          if [[ $quote ]]; then quote=''; else quote='"'; fi
        elif [[ $quote ]]; then
          text+=$char
        elif [[ $char == "'" ]]; then
          quote="'"
        else
          text+=$char
          [[ $char == [=:] && $COMP_WORDBREAKS == *"$char"* ]] && head=$text
        fi
      done
    }

    _FUNCTION_complete() {
      local rest=${COMP_LINE:0:COMP_POINT} words=() raw=() index part text quote head line
      for ((index = 0; index <= COMP_CWORD; index++)); do
        part=${COMP_WORDS[index]}
        if [[ $index -eq 0 || $rest == [[:space:]]* ]]; then
          rest=${rest#"${rest%%[![:space:]]*}"}
          raw+=('')
        fi
        ((index == COMP_CWORD)) && part=$rest
        raw[${#raw[@]} - 1]+=$part
        rest=${rest#"$part"}
      done
      for part in "${raw[@]:1}"; do
        _FUNCTION_unquote "$part"
        words+=("$text")
      done

      local files='' candidates=()
      while IFS= read -r line; do
        text=${line%%$'\t'*}
        if [[ ! $text ]]; then files=1; else candidates+=("$text"); fi
      done < <("${1/#\~\//$HOME/}" complete -- "${words[@]}" 2> /dev/null)

      COMPREPLY=()
      if [[ $files && ${#candidates[@]} -eq 0 ]]; then
        compopt -o default
        return
      fi
      for text in "${candidates[@]}"; do
        [[ $text == *[/=\ ] ]] && compopt -o nospace
        [[ $text == "$head"* ]] && text=${text#"$head"}
        case $quote in
          "'") text=${text//\'/\'\\\'\'} ;;
          '"')
            text=${text//\\/\\\\}
            text=${text//\"/\\\"}
            text=${text//\$/\\\$}
            text=${text//\`/\\\`}
            ;;
          *) printf -v text %q "$text" ;;
        esac
        COMPREPLY+=("$text")
      done
    }

    complete -o nosort -F _FUNCTION_complete PROGRAM
    """#
}
