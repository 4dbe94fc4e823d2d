import FoundationEssentials
public import WebAPI
import WebMessages

/// Why a credential cannot be used, stored or requested.
public enum AuthorizationError: Error, Equatable, Sendable {
  /// The stored credential cannot be read or is damaged; the text names the file.
  case unreadable(String)
  /// The credential cannot be stored; the text names the file.
  case notStored(String)
  /// Another process has held the credential's lock for half a minute; the path is that of the lock.
  case locked(String)
  /// The server has finally refused to issue tokens; the code is the server's, such as `invalid_grant`.
  case refused(code: String)
  /// The server's answer contains no usable token; the text says what is wrong with it.
  case unusable(String)
  /// The token address is not the one at which the user has signed in.
  case movedTokens(from: String, to: String)
  /// The addresses or scopes for signing in are not those with which the user has signed in.
  case changed
  /// The server has not signed the user in; the code is the server's, such as `access_denied`.
  case denied(code: String)
  /// The browser's answer does not belong to this sign-in; the text says why.
  case wrongRedirect(String)
  /// An origin would receive passwords or secrets without the user's agreement.
  case foreign(String)
  /// The server's metadata is incomplete or names another server; the text says which.
  case metadata(String)
  /// The token address is neither https nor on this machine; the text is the address.
  case insecure(String)
}

extension APIError {
  /// The error; if the server rejected the request, without the server's text.
  ///
  /// The text is about a password or a token, and the client removes only the `secrets` themselves.
  public var redacted: APIError {
    // After a success, or without a response, the text is our own.
    let keepsDetail = status.map { (200..<300).contains($0) || (500..<600).contains($0) } ?? true
    var error = APIError(
      code, status: status, detail: keepsDetail ? detail : nil, request: request,
      mayHaveBeenApplied: mayHaveBeenApplied)
    error.retryAfter = retryAfter
    return error
  }
}

extension URL {
  /// Scheme, host and port, such as `https://api.example.com:443`.
  var originText: String { Origin(self).withPort }
}
