import CoreEvents
import WebAPI

/// The subjects of a stream that an environment's events are published to.
///
/// An event `api.data.inserted` with the resource `products` and the id `p-7` in the environment `shop:live` goes to
/// `seashell.shop.live.api.data.inserted.products.p-7`. An event without a resource has `_` in its place. In a name, a
/// resource or an id each byte that is no ASCII letter or digit, nor one of `-`, `_` and `~`, is written as `=` and two
/// hexadecimal digits; the dots of an event's name and the slashes of a resource separate tokens.
struct EventSubject {
  /// The environment whose events these are.
  let environment: EnvironmentID

  private var prefix: String {
    "seashell.\(Self.token(environment.api)).\(Self.token(environment.name))."
  }

  /// The subjects of all its events.
  var all: String { prefix + ">" }

  /// The greatest length of what follows an event's name; a server closes a connection whose subjects are too
  /// long.
  static let longestPath = 1_000

  /// The subject of an event's message; one whose resource and id are too long has `_` in their place.
  func subject(of name: String, resource: String?, id: String?) -> String {
    var tokens = (resource ?? "").split(separator: "/").map { Self.token(String($0)) }
    if let id, !id.isEmpty { tokens.append(Self.token(id)) }
    let path = tokens.joined(separator: ".")
    let isUsable = !path.isEmpty && path.utf8.count <= Self.longestPath
    return prefix + name + "." + (isUsable ? path : "_")
  }

  /// The subjects that all events of a pattern go to.
  ///
  /// Events of a longer name may be among them: who receives them compares the name.
  func subjects(of pattern: EventPattern) -> String {
    switch pattern {
    case .all: all
    case .exactly(let name): prefix + name + ".>"
    case .under(let beginning): prefix + beginning + ">"
    }
  }

  /// The subject that tells which relay publishes the environment's feed, and up to which event it did.
  var relay: String {
    "seashell-state.\(Self.token(environment.api)).\(Self.token(environment.name)).relay"
  }

  /// The subject that tells up to which event the messages of a consumer are settled.
  func settled(_ consumer: String) -> String {
    "seashell-state.\(Self.token(environment.api)).\(Self.token(environment.name)).settled.\(consumer)"
  }

  /// The subject of an event that the workers of a name have set aside, by its ``FailedEvent/mark``.
  func failed(_ worker: String, _ mark: String) -> String { "\(failedPrefix).\(worker).\(mark)" }

  /// The subjects of all events that workers have set aside; those of one name if it is given.
  func allFailed(_ worker: String? = nil) -> String { "\(failedPrefix).\(worker ?? "*").*" }

  var failedPrefix: String {
    "seashell-state.\(Self.token(environment.api)).\(Self.token(environment.name)).failed"
  }

  /// The subjects of the stream beside the events' own: what relays and workers keep.
  var allState: String {
    "seashell-state.\(Self.token(environment.api)).\(Self.token(environment.name)).>"
  }

  /// A text as a token of a subject.
  static func token(_ text: String) -> String {
    var token = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        token.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        token += "=" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return token.isEmpty ? "_" : token
  }
}
