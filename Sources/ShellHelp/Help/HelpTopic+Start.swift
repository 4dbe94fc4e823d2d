import ShellCommands
import ShellOutput
import ShellRuntime

/// The pages to start with.
extension HelpTopic {
  static var language: HelpTopic {
    HelpTopic(
      name: "language",
      abstract: "How to write statements",
      text: """
        A statement is a command and its words, separated by blanks: a module's name and one of its \
        commands, such as 'env list', or one of the shell's own, such as 'print'. Options may \
        stand anywhere after it. -o FORMAT and --help work for every command.

          A; B  runs A, then B; a new line does the same
          A && B  runs B if A succeeded
          A || B  runs B if A failed
          A | B  passes A's records to the stage or program B: see 'help pipelines'
          A > FILE  writes the results to a file; >> appends, 2> is for errors, < reads
          A &  runs A as a job beside the prompt: see 'help jobs'
          let NAME = WORD  sets a variable, which $NAME inserts: see 'help variables'
          let NAME = A  runs A, and keeps its records
          '…' and "…"  make one word of blanks and special characters: see 'help quoting'
          # TEXT  is a comment

        There is no if, no while and no function: 'where' and 'each' choose and repeat, and a \
        script for more belongs to the system's shell, which can call this one.
        """,
      examples: [
        .init(
          "products list --query mug | sort-by price | first 3", "lists the three cheapest mugs"),
        .init("products show p-1 && print found", "prints a word if the product exists"),
        .init("print one; print two # three", "runs two commands on one line"),
      ])
  }

  static var finding: HelpTopic {
    HelpTopic(
      name: "finding",
      abstract: "Find commands and pages of help",
      text: """
        'help' lists all commands and pages by name, 'help commands' all commands with what they do. \
        'help WORD' finds by any word, also by what other programs call a thing: sort, login, \
        colour, ls. If one thing is meant, it is shown, otherwise a list of what may be meant.

          help MODULE  lists the commands of a module
          help COMMAND  shows how to use one, with examples: 'help env list'
          COMMAND --help  shows the same
          help TOPIC  shows a page such as this one, after the command or module of its name
          help topics  lists the pages
          modules grep WORD  finds commands of modules by their whole descriptions

        At a prompt Tab completes commands, options, values and fields, and says what they mean.

        'help -o json' is everything as data: the program's options, its commands with their \
        arguments and options, stages, modules, pages, exit statuses, settings and variables. -o json \
        after another use of 'help' gives the same for one command, module or page.
        """,
      examples: [
        .init("help sort", "lists what sorts"),
        .init("help login", "shows how to sign in"),
        .init("help -o json > help.json", "writes the commands as data"),
      ])
  }

  static var exitStatus: HelpTopic {
    let rows = ExitStatus.meanings.map { "  \($0.status.rawValue)  \($0.meaning)" }
    return HelpTopic(
      name: "exit-status",
      abstract: "What exit statuses mean",
      text: """
        A command ends with a status, which $? has after it, and a script or 'COMMAND && …' depends \
        on. The program ends with the status of its last command, or of the one that failed.

        \(rows.joined(separator: "\n"))

        With --keep-going a script goes on after a failure, and ends with the first one's status. A \
        pipeline has the status of its last failing stage. With -o json an error is an object with \
        the status and a code: {"error":{"status":3,"code":"not_found","message":…}}.
        """,
      examples: [
        .init("products show p-999 || print \"it failed with $?\"", "prints the status"),
        .init("products show p-1 && print found", "goes on only after a success"),
        .init("env list && print \"it ended with $?\"", "prints the status of a success"),
      ])
  }
}
