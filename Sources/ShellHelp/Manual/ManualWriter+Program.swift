import ShellCommands
import ShellOutput
import ShellRuntime

extension ManualWriter {
  func writeProgram(to roff: inout RoffWriter) {
    let program = identity.name
    roff.section("NAME")
    roff.name(program, identity.abstract)
    roff.section("SYNOPSIS")
    for parts in [
      ["[OPTION]..."], ["[OPTION]...", "COMMAND [WORD]..."], ["[OPTION]...", "-c TEXT"],
      ["[OPTION]...", "-f FILE [ARGUMENT]..."],
    ] {
      roff.synopsis(program, parts)
    }
    roff.section("DESCRIPTION")
    roff.paragraphs(description, continues: true)
    roff.section("OPTIONS")
    roff.paragraphs("Options come before the command.", continues: true)
    for option in OptionSpecification.ofProgram + OptionSpecification.everywhere {
      let help = HelpText(.ofProgram(identity), path: program)
      roff.item(Self.label(option), Self.sentence(help.describe(option)))
    }
    roff.section("COMMANDS")
    roff.paragraphs("These are the shell's own commands.", continues: true)
    writeCommands(shell.modules.builtins, to: &roff)
    roff.section("STAGES")
    roff.paragraphs(
      "Stages take the records of the command before '|'; see \(program)-\(ManualPage.language)(7).",
      continues: true)
    writeCommands(shell.modules.everyStage, to: &roff)
    writeModules(to: &roff)
    writeFacts(to: &roff)
    roff.section("EXIT STATUS")
    for (status, meaning) in ExitStatus.meanings {
      roff.item(String(status.rawValue), Self.sentence(meaning))
    }
    roff.section("EXAMPLES")
    writeExamples(examples, beginsSection: true, to: &roff)
  }

  private var description: String {
    let program = identity.name
    return """
      Without a command, \(program) starts a prompt. If standard input is not a terminal, it reads a \
      script from there. With a command it runs that one command, whose words are taken as they are, \
      without variables and pipes. -c runs a text as a script, -f a file; what follows the file are \
      the script's arguments, $1, $2 and so on. '#!/usr/bin/env -S \(program) -f' as its first line \
      makes a file a program.
      At the prompt, Tab completes commands, options and ids, and Ctrl-C stops the running command. \
      A command that lacks a required value asks for it.
      On a terminal, results are tables. Elsewhere they are TSV, without a header: one record a line, \
      and tabs and line ends in a field as \\t and \\n. -o chooses another form. Results go to standard \
      output, and everything else to standard error. With -o json or jsonl, errors are JSON objects too.
      A script stops at its first failing command, and shows the line. --keep-going goes on, and ends \
      with the first failure's status.
      Requests go to the environment that -e names, or else the variable \
      \(identity.environmentVariable), or else the configuration.
      'help' lists all commands, 'help COMMAND' shows how to use one, and 'help TOPIC' explains the \
      language.
      """
  }

  private func writeCommands(_ table: CommandTable, to roff: inout RoffWriter) {
    for entry in table.all {
      let specification = entry.specification
      roff.subsection(HelpText(specification, path: entry.path).usage)
      writeBody(of: specification, path: entry.path, to: &roff)
    }
  }

  private func writeModules(to roff: inout RoffWriter) {
    let modules = shell.modules.commandModules
    guard !modules.isEmpty else { return }
    let program = identity.name
    roff.section("MODULES")
    roff.paragraphs(
      "Modules bring further commands, and have a page each, such as "
        + "\(program)-\(modules[0].name)(1).", continues: true)
    for module in modules {
      let names = (shell.modules.commands(of: module.name)?.all ?? []).map(\.specification.name)
      let commands =
        names == [module.name] ? "" : " Commands: \(names.joined(separator: ", "))."
      roff.item(module.name, Self.sentence(module.abstract) + commands)
    }
  }

  private func writeFacts(to roff: inout RoffWriter) {
    let facts = shell.facts
    for (title, entries) in [("ENVIRONMENT", facts.variables), ("FILES", facts.files)]
    where !entries.isEmpty {
      roff.section(title)
      for entry in entries { roff.item(entry.name, entry.meaning) }
    }
  }

  /// A command to try, and the ways to start the program.
  private var examples: [CommandSpecification.Example] {
    let program = identity.name
    let first = shell.facts.example
    let asked = first.map { example in
      [
        CommandSpecification.Example("\(program) \(example.line)", example.abstract),
        .init("\(program) --curl \(example.line)", "shows the requests as lines for curl, too"),
      ]
    }
    return (asked ?? []) + [
      .init("\(program) -c 'modules list | count'", "counts the modules"),
      .init("\(program) -f check.sea staging", "runs a script file with staging as $1"),
      .init("\(program) -o json modules list > modules.json", "writes a list as JSON to a file"),
      .init("source <(\(program) complete --script bash)", "makes Tab work in bash"),
    ]
  }
}
