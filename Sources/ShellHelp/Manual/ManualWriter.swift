import FoundationEssentials
import Glibc
import ShellCommands
import ShellOutput
import ShellRuntime

@MainActor
struct ManualWriter {
  let shell: Shell
  var identity: ShellIdentity { shell.host.identity }

  init(_ shell: Shell) {
    self.shell = shell
  }

  func text(of page: ManualPage) -> String {
    var roff = RoffWriter(
      title: page.name.uppercased(), section: page.section, date: date,
      source: "\(identity.name) \(identity.version)", manual: "\(identity.name) manual")
    switch page.page {
    case nil: writeProgram(to: &roff)
    case ManualPage.language: writeLanguage(to: &roff)
    case let module?: writeModule(module, to: &roff)
    }
    roff.section("SEE ALSO")
    roff.references(
      ManualPage.all(of: shell).filter { $0.page != page.page }.map { ($0.name, $0.section) })
    return roff.text
  }

  /// The date of the pages, identical for every build of a release: `SOURCE_DATE_EPOCH`, or else the date of
  /// the program's file.
  private var date: String {
    var seconds = shell.host.process.variable("SOURCE_DATE_EPOCH").flatMap(Double.init)
    var status = stat()
    if seconds == nil, stat("/proc/self/exe", &status) == 0 {
      seconds = Double(status.st_mtim.tv_sec)
    }
    return Date(timeIntervalSince1970: seconds ?? 0)
      .formatted(.iso8601.year().month().day())
  }

  func writeBody(of specification: CommandSpecification, path: String, to roff: inout RoffWriter) {
    let help = HelpText(specification, path: path)
    roff.paragraphs("\(specification.abstract).", continues: true)
    roff.paragraphs(specification.discussion)
    if let longTexts = help.longTexts { roff.paragraphs(longTexts) }
    if specification.confirms != nil {
      roff.paragraphs("It asks for confirmation. A script must pass --yes, since it cannot answer.")
    }
    for argument in specification.arguments {
      roff.item(argument.usage, Self.sentence(help.describe(argument)))
    }
    for option in specification.ownOptions {
      roff.item(Self.label(option), Self.sentence(help.describe(option)))
    }
  }

  /// `beginsSection` is whether the examples are the first text in the section.
  func writeExamples(
    _ examples: [CommandSpecification.Example], beginsSection: Bool = false,
    to roff: inout RoffWriter
  ) {
    for (index, example) in examples.enumerated() {
      roff.paragraphs(
        "\(Self.capitalized(example.abstract)):", continues: beginsSection && index == 0)
      roff.example(
        example.line.split(separator: "\n").flatMap {
          TextLayout(width: Self.widestExample).command(String($0)).map { String($0.dropFirst(2)) }
        })
    }
  }

  /// The maximum width of an example's line, so that it fits a terminal of 80 columns.
  private static let widestExample = 69

  /// An option as listed: `-e, --env NAME`.
  static func label(_ option: OptionSpecification) -> String {
    (option.short.map { "-\($0), " } ?? "") + option.usage
  }

  /// A text with an initial capital and a full stop.
  static func sentence(_ text: String) -> String {
    let text = capitalized(text)
    return text.hasSuffix(".") || text.isEmpty ? text : text + "."
  }

  static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}
