import FoundationEssentials
public import WebAPI
import WebMessages

extension APIError {
  /// The error; if the server rejected the request, without the server's text.
  ///
  /// The text is about a password or a token, and the client removes only the `secrets` themselves.
  public var redacted: APIError {
    // After a success, or without a response, the text is our own.
    let keepsDetail = status.map { (200..<300).contains($0) || (500..<600).contains($0) } ?? true
    return APIError(
      code, status: status, detail: keepsDetail ? detail : nil, request: request,
      mayHaveBeenApplied: mayHaveBeenApplied, retryAfter: retryAfter)
  }
}

extension URL {
  /// Scheme, host and port, such as `https://api.example.com:443`.
  var originText: String { Origin(self).withPort }
}
