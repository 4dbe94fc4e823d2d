import ShellCommands
import ShellRuntime

extension ManualWriter {
  func writeLanguage(to roff: inout RoffWriter) {
    let program = identity.name
    roff.section("NAME")
    roff.name("\(program)-\(ManualPage.language)", "the language of \(program)")
    roff.section("DESCRIPTION")
    roff.paragraphs(
      """
      At its prompt, in scripts and after -c, \(program) reads statements: a command and its words, \
      which stages after '|' filter, sort and count. The sections below are also shown by 'help TOPIC'.
      """, continues: true)
    for topic in HelpTopic.all(of: shell) {
      roff.section(topic.name.uppercased())
      roff.paragraphs("\(topic.abstract).", continues: true)
      for block in topic.blocks {
        switch block {
        case .paragraphs(let text): roff.paragraphs(text)
        case .table(let rows): for row in rows { roff.item(row.label, row.text) }
        }
      }
      writeExamples(topic.examples, to: &roff)
    }
  }
}
