package import CoreJSON
import CoreSecrets

extension JSONValue {
  /// The texts in members with credentials' names, at any depth.
  package var credentials: [String] {
    switch self {
    case .object(let members):
      members.flatMap { name, value in
        CredentialName.isCredential(name, in: .field) ? value.texts : value.credentials
      }
    case .array(let elements): elements.flatMap(\.credentials)
    case .null, .bool, .integer, .number, .string: []
    }
  }

  func maskingCredentials() -> JSONValue {
    replacingCredentials { $0 == .null ? .null : .string("…") }
  }

  /// Returns the value without the members that have credentials' names.
  package func removingCredentials() -> JSONValue { replacingCredentials { _ in nil } }

  private func replacingCredentials(_ replacement: (JSONValue) -> JSONValue?) -> JSONValue {
    switch self {
    case .object(let members):
      var result = JSONObject()
      for (name, value) in members {
        result[name] =
          CredentialName.isCredential(name, in: .field)
          ? replacement(value) : value.replacingCredentials(replacement)
      }
      return .object(result)
    case .array(let elements):
      return .array(elements.map { $0.replacingCredentials(replacement) })
    case .null, .bool, .integer, .number, .string: return self
    }
  }

  private var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .integer(let number): [String(number)]
    case .array(let elements): elements.flatMap(\.texts)
    case .object(let members): members.values.flatMap(\.texts)
    case .null, .bool, .number: []
    }
  }
}
