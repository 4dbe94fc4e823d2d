public import FoundationEssentials
import ShellKit

/// A shop that the shell can talk to.
public struct ShopEnvironment: Sendable, Equatable {
  /// The name by which users choose it.
  public let name: String

  /// Where its API is found.
  public let baseURL: URL

  /// The API's version, which stands before every path.
  public let version: String?

  /// Whether real customers use it, so that a mistake does harm.
  public let isProduction: Bool

  /// Makes an environment.
  ///
  /// - Throws: ``ShellError`` where the address is none.
  public init(
    name: String, address: String, version: String?, isProduction: Bool = false
  ) throws {
    guard let baseURL = URL(string: address), baseURL.host() != nil else {
      throw ShellError(.usage, "the environment '\(name)' has no address: '\(address)'")
    }
    self.name = name
    self.baseURL = baseURL
    self.version = version
    self.isProduction = isProduction
  }
}
