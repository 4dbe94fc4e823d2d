import FoundationEssentials
import WebMessages

/// An answer's head, and its body where that was here at the same time.
struct CurlResponseHead: Sendable {
  let status: Int
  let headers: HTTPHeaders

  /// The body's length, where it is known before it is read.
  let bodyCount: Int?

  /// The whole body.
  var data: Data?
}
