import CoreJSON
import FoundationEssentials
import SeashellKit
import ShellCommands
import WebAuthorization
import WebMessages

/// A header field with a credential, which the user gives for reading a description.
struct GivenCredential: Equatable, ParameterValue {
  static let parameterType = ValueType.custom("NAME:VALUE")
  static let parameterName = "NAME:VALUE"

  let name: String
  private let value: String

  var parameterText: String { "\(name):\(value)" }

  /// - Throws: `ParameterError`, which does not quote the text.
  init(parameter text: String) throws {
    var headers = HTTPHeaders()
    if let problem = headers.add(typed: text) { throw ParameterError(problem) }
    guard let field = headers.first(where: { !$0.value.isEmpty }), headers["Host"] == nil else {
      throw ParameterError("takes NAME:VALUE, the field of a credential")
    }
    (name, value) = field
  }

  /// Adds the field to the requests to the origin of a URL, and to no others.
  func transport(
    for url: URL, over base: @escaping TransportMaker
  ) -> TransportMaker {
    { [self] settings in
      CredentialTransport(origin: Origin(url), base: base(settings)) { request, base in
        var request = request
        request.headers[name] = value
        return try await base.send(request)
      }
    }
  }

  /// The scheme that sends such a field, with the id of `auth` in the configuration.
  var ownScheme: SecurityScheme {
    let kinds: [SecurityScheme.Kind] = [.bearer, .basic, .apiKey(name: name, .header)]
    return SecurityScheme("auth", kinds.first { parts(for: $0) != nil } ?? kinds[2])
  }

  /// Returns what a scheme of this kind sends as this field; nil if it sends another one.
  func parts(for kind: SecurityScheme.Kind) -> (user: String?, secret: Secret)? {
    switch kind {
    case .apiKey(let name, .header) where name.lowercased() == self.name.lowercased():
      return (nil, Secret(value))
    case .bearer: return authorization("bearer ").map { (nil, Secret($0)) }
    case .basic:
      guard let text = authorization("basic "), let data = Data(base64Encoded: text),
        let pair = String(validating: data, as: UTF8.self),
        let colon = pair.firstIndex(of: ":")
      else { return nil }
      return (String(pair[..<colon]), Secret(String(pair[colon...].dropFirst())))
    default: return nil
    }
  }

  private func authorization(_ scheme: String) -> String? {
    guard name.lowercased() == "authorization", value.lowercased().hasPrefix(scheme) else {
      return nil
    }
    return String(value.dropFirst(scheme.count).trimmingSpaces)
  }
}

extension SecurityScheme.Kind {
  /// The `auth` of an API in the configuration, without a secret; nil for the kinds that no header field gives.
  var auth: JSONValue? {
    switch self {
    case .apiKey(let name, let place):
      ["type": "apiKey", "in": .string(place.rawValue), "name": .string(name)]
    case .basic: ["type": "basic"]
    case .bearer: ["type": "bearer"]
    case .session, .oauth, .clientCertificate, .unsupported: nil
    }
  }
}
