/// Why a credential cannot be used, stored or requested.
public enum AuthorizationError: Error, Equatable, Sendable {
  /// The stored credential cannot be read or is damaged; the reason names the file.
  case unreadable(String)
  /// The credential cannot be stored; the reason names the file.
  case notStored(String)
  /// Another process has kept the lock of the credential for half a minute; the path is that of the lock.
  case locked(String)
  /// The server has refused for good to issue tokens; the code is its own, such as `invalid_grant`.
  case refused(code: String)
  /// The server's answer has no token that can be used; the text says what is wrong with it.
  case unusable(String)
  /// The address of the tokens is another one than that which the user has signed in at.
  case movedTokens(from: String, to: String)
  /// An origin would get passwords or secrets to which the user has not agreed.
  case foreign(String)
  /// The server's metadata does not say what is needed, or names another server; the text says which.
  case metadata(String)
  /// Tokens are requested over https, or from this machine; the text is the address.
  case insecure(String)
}
