extension CompletionScript {
  /// For `vendor_completions.d`, or to be sourced.
  static let fishText = #"""
    # fish completion for PROGRAM, from 'PROGRAM complete --script fish'

    function __FUNCTION_complete
        set -l words (commandline -opc)
        set -l current (commandline -ct)
        set -l text (string unescape -- $current 2>/dev/null; or string replace -r '^[\'"]' '' -- $current)
        for line in ($words[1] complete -- $words[2..-1] "$text" 2>/dev/null)
            if string match -q -- \t'*' $line
                set -l head (string match -r -- '^--[^=]*=' $current)
                for file in (__fish_complete_path (string replace -r -- '^--[^=]*=' '' $current))
                    printf '%s\n' "$head$file"
                end
            else
                printf '%s\n' $line
            end
        end
    end

    complete -c PROGRAM -e
    complete -c PROGRAM -f -k -a '(__FUNCTION_complete)'
    """#
}
