import ShellCommands
import ShellOutput
import ShellRecords
import ShellRuntime

/// The pages about statements, values and pipelines.
extension HelpTopic {
  static var pipelines: HelpTopic {
    HelpTopic(
      name: "pipelines",
      abstract: "Filter, sort, count and loop over records with '|'",
      text: """
        A command's records go to the stage after '|' as records, not as text. The stages are \
        \(BuiltInStage.names.listed(with: "and")); 'help where' shows how to use one. A module can bring stages of its own. Any other word after '|' is \
        a program on PATH; write './where' for a program with a stage's name. '! PROGRAM' begins a \
        pipeline with a program.

        A program reads text: TSV, or what -o or 'to' say. To use a program's output as records, \
        write \(InputFormat.allCases.map { "'from \($0)'" }.listed()) after it.

        Numbers are compared as numbers, dates as dates and text as text. In a 'where' stage '<' and \
        '>' compare; to write its records to a file, add a stage: '| to csv > FILE'.

        'each' runs a command for each record, which is $it there: $it.id is its field id. --keep puts \
        a field of the record before the results, and --jobs N runs N commands at once.

        '> FILE' and '>> FILE' write the results to a file, '2> FILE' and '2>> FILE' the errors and \
        notices of all stages, and '< FILE' is read by 'from' or a program at the beginning. The status of a pipeline is that of \
        its last failing stage. sort-by, last, uniq-by and group-by hold records in memory, at most \
        1,000,000; 'set gather-limit N' changes that. All other stages pass each record on at once.
        """,
      examples: [
        .init(
          "products list --all | where price < 20 and currency_code = EUR | sort-by price",
          "lists what costs less than 20 euros, cheapest first"),
        .init(
          "products list --all | each --keep id=product reviews list $it.id --all | sort-by rating "
            + "| first 5", "lists the five worst reviews over all products"),
        .init("products list --all | group-by currency_code --mean price", "counts and averages"),
        .init("let mugs = products list --query mug", "keeps records in a variable"),
        .init(
          "! printf 'id\\np-1\\n' | from csv | each products show $it.id", "begins with a program"),
        .init("products list | where name ~ cup | to csv > cups.csv", "writes a file"),
        .init("env list | where production = true | select name", "works in every API"),
      ])
  }

  static var variables: HelpTopic {
    HelpTopic(
      name: "variables",
      abstract: "Keep values in variables and use parts of results",
      text: """
        'let NAME = WORD' keeps a text; 'let NAME = COMMAND WORD…' runs a command or a pipeline and \
        keeps its records. $NAME inserts the value. If there is no such variable, the process's \
        environment is read; if that has none either, it is an error. ${NAME:-text} gives a text \
        instead.

        A path takes a part of records: $NAME[0] is the first record, $NAME[-1] the last one, \
        $NAME[0].price its field, $NAME.author.name a nested one. Records without a path are JSON.

        $_ is the last command's result (its first 1,000 records), $? the last status. In a script \
        file $1, $2 and so on are its arguments, $@ all of them, $# their number, $0 its name. In an \
        'each' stage $it is the record.

        A variable becomes exactly one word, even with blanks in it, and is never parsed again; only \
        $@ becomes as many words as there are arguments. 'let' alone lists the variables, 'unset \
        NAME' deletes one.
        """,
      examples: [
        .init("let name = 'Ada'; print \"Hello $name\"", "sets and uses a variable"),
        .init(
          "products list --sort price; print $_[0].name", "uses a part of the last result"),
        .init(
          "let mugs = products list --query mug; print $mugs[-1].price", "keeps the result"),
        .init("print ${limit:-10}", "gives a value if there is none"),
      ])
  }

  static var quoting: HelpTopic {
    HelpTopic(
      name: "quoting",
      abstract: "Write blanks, quotes and special characters",
      text: """
        Between single quotes every character stands for itself. Between double quotes '$' inserts a \
        variable, and '\\' escapes '$', '"', '\\' and a line's end. Outside quotes '\\' escapes any \
        character. Quotes may span lines, and '\\' at the end of a line continues it on the next.

        '#' at the beginning of a word begins a comment. ';' and a new line separate statements, '&&' \
        runs the next one if this one succeeded, '||' if it failed. '*' and '~' have no special \
        meaning. $(…) and backquotes are not supported: use 'let NAME = COMMAND'.

        In a 'where' stage ( ) , = ! ~ < > are operators; quote a value that contains them. \
        Where a long text is taken, @FILE reads it from a file; a variable's value is never read as a \
        file's name.
        """,
      examples: [
        .init("print 'It costs $5'", "prints a dollar sign"),
        .init("let product = p-1; print \"product: $product\"", "inserts a variable into a text"),
        .init("print It\\'s", "escapes a quote"),
        .init("products list | where name = \"Child's mug with two handles\"", "quotes a value"),
      ])
  }
}
