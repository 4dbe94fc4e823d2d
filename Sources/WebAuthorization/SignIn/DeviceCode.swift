import CoreJSON
public import FoundationEssentials
import WebAPI
import WebMessages

/// The code that a user enters at a server to sign in a device (RFC 8628).
public struct DeviceCode: Sendable {
  /// The code.
  public let userCode: String
  /// The address at which the user enters it.
  public let address: URL
  /// The address that contains the code already, if the server has one.
  public let completeAddress: URL?

  /// What is exchanged for tokens.
  let code: String
  /// How many seconds the codes are valid.
  let lifetime: Int
  /// How many seconds pass between two requests for tokens.
  let interval: Int

  /// Throws ``AuthorizationError`` `unusable`.
  init(_ response: APIResponse) throws(AuthorizationError) {
    guard let body = try? JSONValue(json: response.data),
      case .string(let code)? = body["device_code"], !code.isEmpty,
      case .string(let userCode)? = body["user_code"], (1...100).contains(userCode.utf8.count),
      // An early draft, which some servers follow, has 'url' in place of 'uri'.
      let address = Self.url("verification_uri", body) ?? Self.url("verification_url", body),
      case .integer(let lifetime)? = body["expires_in"], lifetime > 0
    else { throw .unusable("it has no code for a device with an https address to enter it") }
    (self.code, self.userCode, self.address) = (code, userCode, address)
    completeAddress = Self.url("verification_uri_complete", body)
    self.lifetime = min(lifetime, 3_600)
    if case .integer(let seconds)? = body["interval"] {
      interval = min(max(seconds, 1), 300)
    } else {
      interval = 5
    }
  }

  private static func url(_ field: String, _ body: JSONValue) -> URL? {
    guard case .string(let text)? = body[field], let url = URL(string: text), url.user() == nil,
      Origin(url).mayCarryCredentials
    else { return nil }
    return url
  }
}
