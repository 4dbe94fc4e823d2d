import CoreSecrets
import SeashellKit

/// Describes what would be started or contacted, so that the user can agree first.
struct ModuleConsentText {
  let record: ModuleRecord

  var question: String {
    switch record.source {
    case .remote: "Connect to it, and add it as '\(record.name)'?"
    case .server, .program: "Start it, and add it as '\(record.name)'?"
    }
  }

  /// The facts that the user agrees to, one on each line; the console escapes control characters.
  var lines: [String] {
    let (title, facts) =
      switch record.source {
      case .server(let words), .program(let words):
        ("this program would run with your rights:", Self.facts(of: words))
      case .remote(let url, let headers):
        ("this server would be connected to:", Self.facts(of: url, headers))
      }
    return [title]
      + (facts + otherFacts).map { label, text in
        "  " + label + String(repeating: " ", count: 13 - label.count) + text
      }
  }

  private typealias Fact = (label: String, text: String)

  private static func facts(of words: [String]) -> [Fact] {
    let arguments = words.dropFirst()
    let program = (label: "program", text: ModulesView.commandLine(Array(words.prefix(1))))
    guard !arguments.isEmpty else { return [program] }
    return [program, (label: "arguments", text: ModulesView.commandLine(Array(arguments)))]
  }

  private static func facts(of url: String, _ headers: [String: String]) -> [Fact] {
    [(label: "address", text: url)]
      + facts("headers", headers) { "\($0): \(value($1, of: $0, in: .header))" }
  }

  private var otherFacts: [Fact] {
    var facts = Self.facts("variables", record.variables) { name, value in
      LoaderVariables.contain(name)
        ? "\(name)=\(ModulesView.commandLine([value])) (changes what code programs run)"
        : "\(name)=\(Self.value(value, of: name, in: .field))"
    }
    if let variable = record.tokenVariable { facts.append(("token", "from \(variable)")) }
    let rules = record.allows.isEmpty ? "nothing" : record.allows.joined(separator: ", ")
    facts.append(("may request", record.api.map { "\(rules), of the API \($0)" } ?? rules))
    if record.believesHints { facts.append(("believed", "which of its tools change nothing")) }
    if record.isInDevelopment { facts.append(("files", "may change at any time")) }
    return facts
  }

  private static func facts(
    _ label: String, _ values: [String: String], _ text: (String, String) -> String
  ) -> [Fact] {
    values.sorted { $0.key < $1.key }.enumerated().map { index, value in
      (index == 0 ? label : "", text(value.key, value.value))
    }
  }

  /// A value as it is written, with `…` in place of a credential; a reference `${NAME}` is shown.
  private static func value(
    _ value: String, of name: String, in place: CredentialName.Place
  ) -> String {
    if value.hasPrefix("${secret:") { return "…" }
    guard !value.isEmpty, CredentialName.isCredential(name, in: place),
      !VariableTemplate.isMadeOfReferences(value[...])
    else { return ModulesView.commandLine([value]) }
    return "…"
  }

}

/// Environment variables that make a program run code other than its own.
enum LoaderVariables {
  static func contain(_ name: String) -> Bool {
    names.contains(name) || prefixes.contains(where: name.hasPrefix)
  }

  private static let prefixes = ["LD_", "GIT_CONFIG", "BASH_FUNC_"]

  private static let names: Set = [
    "BASH_ENV", "BUN_OPTIONS", "CLASSPATH", "DOTNET_STARTUP_HOOKS", "ENV", "GCONV_PATH",
    "GLIBC_TUNABLES", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "LUA_INIT", "NODE_OPTIONS",
    "NODE_PATH",
    "OPENSSL_CONF", "PATH", "PERL5DB", "PERL5LIB", "PERL5OPT", "PERLLIB", "PHPRC",
    "PHP_INI_SCAN_DIR", "PYTHONHOME", "PYTHONINSPECT", "PYTHONPATH", "PYTHONSTARTUP",
    "PYTHONUSERBASE", "RUBYLIB", "RUBYOPT", "SHELLOPTS", "_JAVA_OPTIONS",
  ]
}
