package import FoundationEssentials

/// The owner of data: an account of a service in an environment.
///
/// Data stored for one owner is never shown to another one, and an owner's writes are never sent for another.
public struct DataOwner: Sendable, Hashable, Codable {
  /// The environment's name.
  public let environment: String

  /// The address of the environment's API, with its version: `https://api.example.com/v1`.
  public let address: String

  /// The signed-in account; nil without a session.
  public let account: String?

  /// Returns the address of an API: its base address and version, without a slash at the end.
  package static func address(base: URL, version: String?) -> String {
    guard let prefix = try? APIPath.prefix(base: base, version: version) else {
      return base.absoluteString
    }
    return String(prefix.dropLast())
  }

  /// Creates an owner.
  public init(environment: String, address: String, account: String?) {
    self.environment = environment
    self.address = address
    self.account = account
  }
}
