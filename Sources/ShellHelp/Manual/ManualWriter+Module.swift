import ShellCommands
import ShellRuntime

extension ManualWriter {
  func writeModule(_ name: String, to roff: inout RoffWriter) {
    let program = identity.name
    let abstract = shell.modules.module(name)?.abstract ?? ""
    let table = shell.modules.commands(of: name)
    let commands = table?.all ?? []
    roff.section("NAME")
    roff.name("\(program)-\(name)", abstract)
    if !commands.isEmpty { roff.section("SYNOPSIS") }
    for entry in commands {
      let help = HelpText(entry.specification, path: entry.path)
      roff.synopsis(
        "\(program)", (table?.sole == nil ? [name, entry.specification.name] : [name]) + help.parts)
    }
    roff.section("DESCRIPTION")
    roff.paragraphs(
      """
      \(Self.capitalized(abstract)). '\(name)' is a module of \(program). At the prompt and in scripts \
      its commands are written without '\(program)'. Each command also has the options -h, --help, \
      which shows its help, and -o, --output FORMAT, which chooses the form of its result.
      """, continues: true)
    if !commands.isEmpty { roff.section("COMMANDS") }
    for entry in commands {
      roff.subsection(entry.path)
      writeBody(of: entry.specification, path: entry.path, to: &roff)
      if !entry.specification.fields.isEmpty {
        roff.item("Columns", entry.specification.fields.joined(separator: ", "))
      }
    }
    let examples = commands.flatMap(\.specification.examples)
    if !examples.isEmpty {
      roff.section("EXAMPLES")
      writeExamples(examples, beginsSection: true, to: &roff)
    }
    roff.section("EXIT STATUS")
    roff.paragraphs("See EXIT STATUS in \(program)(1).", continues: true)
  }
}
