import WebAPI

/// A change that affects trust, so that the user must agree to it.
struct DescriptionChange: Sendable, Equatable {
  enum Kind: String, Sendable, CaseIterable {
    /// A write is sent to another path.
    case writePath
    /// An operation has another method.
    case method
    /// A write is now declared to change nothing.
    case markedAsRead
    /// An operation is now omitted from lists, or is no longer a command.
    case hidden
    /// An operation, or the API as a whole, can now be used without a credential.
    case noSecurity
    /// An operation, or the API as a whole, requires other security schemes or scopes.
    case security
    /// The servers of the API or of an operation have changed.
    case servers
    /// A security scheme, one of its endpoints or its scopes have changed, or the scheme was removed.
    case securityScheme
  }

  var kind: Kind
  /// The id of the operation in the new index, or of the security scheme; nil for the API as a whole.
  var id: String?
  /// The old value, at most 1,000 bytes: `POST /pets`.
  var old: String
  /// The new value, at most 1,000 bytes.
  var new: String

  init(kind: Kind, id: String?, old: String, new: String) {
    (self.kind, self.id) = (kind, id)
    (self.old, self.new) = (old.cut(1_000), new.cut(1_000))
  }
}

extension [DescribedServer] {
  var summary: String {
    guard !isEmpty else { return "none" }
    return map { server in
      let variables = server.variables.map { variable in
        let choices =
          variable.choices.isEmpty ? "" : " of \(variable.choices.joined(separator: "|"))"
        return "\(variable.name)=\(variable.defaultValue)\(choices)"
      }
      return variables.isEmpty
        ? server.url : "\(server.url) (\(variables.joined(separator: ", ")))"
    }.joined(separator: ", ")
  }
}

extension [SecurityRequirement] {
  var isOpen: Bool { isEmpty || contains { $0.schemes.isEmpty } }

  /// The schemes and scopes: `key, login(read write)+device`.
  var summary: String {
    guard !isEmpty else { return "none" }
    return map { requirement in
      let schemes = requirement.schemes.map { scheme in
        scheme.scopes.isEmpty ? scheme.id : "\(scheme.id)(\(scheme.scopes.joined(separator: " ")))"
      }
      return schemes.isEmpty ? "none" : schemes.joined(separator: "+")
    }.joined(separator: ", ")
  }
}
