public import FoundationEssentials
import ShellKit
public import WebAPI

/// A shop that the shell can talk to.
public struct APIEnvironment: Sendable, Equatable {
  /// The name by which users choose it.
  public let name: String

  /// Where its API is found.
  public let baseURL: URL

  /// The API's version, which stands before every path.
  public let version: String?

  /// Whether real customers use it, so that a mistake does harm.
  public let isProduction: Bool

  /// How the API wraps what it answers.
  public var format = ServiceFormat.plain

  /// How the API spells the names of fields.
  public var keys = ServiceKeys.snake

  /// How it is reached.
  public var transport = TransportSettings()

  /// How many redirects in a row are followed.
  public var maximumRedirects = 5

  /// How many bytes of an answer's body are taken, decoded; nil leaves it to each request.
  public var maximumResponseSize: Int?

  /// Whether it is the shop in this program, so that its address is none that others could ask.
  public var isEmbedded: Bool { name == Configuration.embedded }

  /// Its address for a reader; `embedded` for the shop in this program.
  public var place: String { isEmbedded ? Configuration.embedded : baseURL.absoluteString }

  /// Makes an environment.
  ///
  /// - Throws: ``ShellKit/ShellError`` where the address is none.
  public init(
    name: String, address: String, version: String?, isProduction: Bool = false
  ) throws {
    switch BaseAddress.read(address) {
    case .success(let url): baseURL = url
    case .failure(let flaw):
      throw ShellError(.usage, "the address of the environment '\(name)' \(flaw.text)")
    }
    self.name = name
    self.version = version
    self.isProduction = isProduction
  }
}
