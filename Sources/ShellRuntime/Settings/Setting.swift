import ShellCommands
import ShellOutput

/// A setting of the shell: its purpose, its possible values, and how to read and change it.
///
/// ``all`` is the only list of settings; `set`, its help and its completion use it.
package struct Setting: Sendable {
  /// The name as typed.
  package let name: String
  /// Its purpose, in about forty characters, so that the list of settings fits 80 columns.
  package let abstract: String
  /// The meaning of its values, in sentences; empty if the abstract is enough.
  var details = ""
  /// The words that it accepts.
  package let words: [String]
  /// The other values that it accepts, described in a few words, if any.
  var otherValue: String?
  /// The environment variables that determine the value `auto`.
  var variables: @Sendable (_ environment: (String) -> String?) -> FromEnvironment? = { _ in nil }
  /// Returns the value, in the form accepted by ``change``.
  let value: @MainActor @Sendable (ShellSettings) -> String
  let change: @MainActor @Sendable (ShellSettings, String) throws -> Void

  typealias FromEnvironment = (value: String, variable: String)

  @MainActor
  func current(
    in settings: ShellSettings, environment: (String) -> String?
  ) -> (value: String, source: SettingSource) {
    let value = value(settings)
    if value == "auto", let found = variables(environment) {
      return (found.value, .variable(found.variable))
    }
    return (value, settings.source(of: name))
  }
}

extension Setting {
  static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ abstract: String, details: String, of type: Choice.Type,
    _ property: @escaping @MainActor @Sendable (ShellSettings) -> Choice,
    _ change: @escaping @MainActor @Sendable (ShellSettings, Choice) -> Void
  ) -> Setting where Choice.RawValue == String {
    let words = Choice.allCases.map(\.rawValue)
    return Setting(
      name: name, abstract: abstract, details: details, words: words,
      value: { property($0).rawValue },
      change: { settings, text in
        guard let value = Choice(rawValue: text) else { throw invalid(name, text, words) }
        change(settings, value)
      })
  }

  static func flag(
    _ name: String, _ abstract: String,
    _ property: @escaping @MainActor @Sendable (ShellSettings) -> Bool,
    _ change: @escaping @MainActor @Sendable (ShellSettings, Bool) -> Void
  ) -> Setting {
    let words = ["on", "off"]
    return Setting(
      name: name, abstract: abstract, words: words, value: { property($0) ? "on" : "off" },
      change: { settings, text in
        guard words.contains(text) else { throw invalid(name, text, words) }
        change(settings, text == "on")
      })
  }

  static func invalid(_ name: String, _ value: String, _ words: [String]) -> ShellError {
    ShellError(
      .usage, "'\(value)' is not a value of \(name); choose \(words.joined(separator: ", "))")
  }
}

extension Setting: ParameterValue {
  static var parameterType: ValueType { .choice(all.map(\.name)) }

  init(parameter text: String) throws {
    guard let setting = Self.all.first(where: { $0.name == text }) else {
      throw ParameterError("is not a setting")
    }
    self = setting
  }

  var parameterText: String { name }
}
