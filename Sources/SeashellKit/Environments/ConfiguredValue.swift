/// A header field or a query parameter that the configuration adds to each request of an environment.
///
/// Its value is written in the configuration, or comes from an environment variable through
/// ``SecretVariables``. The description never contains it.
public struct ConfiguredValue: Sendable, Equatable {
  enum Source: Sendable, Equatable {
    case text(String)
    case variable(String)
  }

  /// The name of the header field or parameter.
  public let name: String

  let source: Source

  init(_ name: String, _ source: Source) {
    self.name = name
    self.source = source
  }

  /// The name of the environment variable with the value; nil if the configuration has the value itself.
  public var variable: String? {
    if case .variable(let name) = source { name } else { nil }
  }

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
  /// A mirror without children, which would show the value.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
