import ShellRuntime

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
                # The option stays in front of its file.
                set -l head (string match -r -- '^--[^=]*=' $current)
                set -l beginning (string replace -r -- '^--[^=]*=' '' $current)
                for file in (complete -C "'' $beginning")
                    printf '%s%s\n' "$head" $file
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
