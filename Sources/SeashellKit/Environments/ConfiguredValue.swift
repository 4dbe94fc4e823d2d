/// A header field or a query parameter that the configuration adds to each request of an environment.
///
/// Its value is a text of the configuration, or that of a variable, which ``SecretVariables`` has. The description
/// contains neither.
public struct ConfiguredValue: Sendable, Equatable {
  enum Source: Sendable, Equatable {
    /// A text of the configuration.
    case text(String)
    /// The name of a variable.
    case variable(String)
  }

  /// The name of the header field or parameter.
  public let name: String

  let source: Source

  init(_ name: String, _ source: Source) {
    self.name = name
    self.source = source
  }

  /// The name of the variable that has the value; nil if the configuration has it.
  public var variable: String? {
    if case .variable(let name) = source { name } else { nil }
  }

  /// Returns the names of the variables that have values and secrets of credentials.
  static func variables(
    of values: [ConfiguredValue], _ credentials: [ConfiguredCredential]
  ) -> Set<String> {
    let names = credentials.flatMap(\.sources).compactMap { source in
      if case .variable(let name) = source { name } else { nil as String? }
    }
    return Set(values.compactMap(\.variable) + names)
  }
}

extension ConfiguredValue: CustomStringConvertible {
  /// The name and the source, without the value: `X-API-Key from the variable WH_KEY`.
  public var description: String {
    "\(name) from the \(variable.map { "variable \($0)" } ?? "configuration")"
  }
}

extension ConfiguredValue: CustomDebugStringConvertible {
  /// The name and the source, without the value.
  public var debugDescription: String { description }
}

extension ConfiguredValue: CustomReflectable {
  /// A mirror that shows what the description shows.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
