import CoreSchemas
import CoreSecrets

extension SchemaDifference {
  /// The difference for an error, without the values of credentials.
  var shown: String {
    let text = CredentialText.masked(description)
    let isCredential = path.split { ".[]".contains($0) }.contains {
      CredentialName.isCredential($0, in: .field)
    }
    guard isCredential, let start = message.firstIndex(of: "'"),
      let end = message.lastIndex(of: "'"), start < end
    else { return text }
    return "\(path) \(message[..<start])'…\(message[end...])"
  }
}
