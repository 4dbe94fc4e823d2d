import FoundationEssentials
public import WebAPI
import WebMessages

/// An authorizer for one scheme, which provides its credential.
public protocol SchemeAuthorizer: Authorizer {
  /// Returns the current credential, if any.
  ///
  /// It may be called before each request, so it should cache the credential for a while.
  ///
  /// - Throws: an error if the credential cannot be read.
  func credential() async throws -> Credential?

  /// Adds a credential to a request, unless the request itself has a value in its place.
  func authorize(_ request: inout APIRequest, with credential: Credential) async throws
}

extension SchemeAuthorizer {
  /// Adds the credential, if any.
  public func authorize(_ request: inout APIRequest) async throws {
    guard let credential = try await credential() else { return }
    try await authorize(&request, with: credential)
  }

  /// false: a given credential cannot be renewed.
  public func recover(from response: APIResponse) async throws -> Bool { false }
}

/// Returns a credential, if any.
public typealias CredentialSource = @Sendable () async throws -> Credential?

/// Adds no credentials, for an API that needs none.
public struct NoAuthorizer: SchemeAuthorizer {
  /// Creates an authorizer.
  public init() {}

  /// Returns nil.
  public func credential() async throws -> Credential? { nil }

  /// Changes nothing.
  public func authorize(_ request: inout APIRequest, with credential: Credential) async throws {}
}

/// Sends the key of an API in a header field, in the query or in a cookie.
public struct APIKeyAuthorizer: SchemeAuthorizer {
  private let name: String
  private let place: SecurityScheme.KeyPlace
  private let source: CredentialSource

  /// Creates an authorizer.
  ///
  /// - Parameters:
  ///   - name: the name of the header field, the parameter or the cookie.
  ///   - place: where the key is sent.
  ///   - source: returns the credential, whose secret is the key.
  public init(_ name: String, in place: SecurityScheme.KeyPlace, source: @escaping CredentialSource)
  {
    (self.name, self.place, self.source) = (name, place, source)
  }

  /// Whether a key can be sent with a name.
  ///
  /// Header fields that the connection itself needs, such as `Host`, and names with invalid characters are
  /// not allowed.
  public static func canSend(_ name: String, in place: SecurityScheme.KeyPlace) -> Bool {
    switch place {
    case .query: !name.isEmpty
    case .cookie: HTTPHeaders.isName(name)
    case .header: HTTPHeaders.isName(name) && !HTTPHeaders.isReserved(name)
    }
  }

  /// Returns the credential.
  public func credential() async throws -> Credential? { try await source() }

  /// Adds the key, unless the request has a header field or parameter with this name.
  public func authorize(_ request: inout APIRequest, with credential: Credential) async throws {
    guard let key = credential.secret else { return }
    switch place {
    case .header:
      if request.headers[name] == nil { request.headers[name] = key.text }
    case .query: request.authorize(query: name, key.text)
    case .cookie:
      let others = request.headers["Cookie"].map { "\($0); " } ?? ""
      request.headers["Cookie"] = "\(others)\(name)=\(key.text)"
    }
  }
}

/// Sends a user's name and password (RFC 7617).
public struct BasicAuthorizer: SchemeAuthorizer {
  private let source: CredentialSource

  /// Creates an authorizer.
  ///
  /// - Parameter source: returns the credential, with the name and the password.
  public init(source: @escaping CredentialSource) {
    self.source = source
  }

  /// Returns the credential.
  public func credential() async throws -> Credential? { try await source() }

  /// Adds the name and the password, unless the request has the header field `Authorization`.
  public func authorize(_ request: inout APIRequest, with credential: Credential) async throws {
    guard request.headers["Authorization"] == nil, let password = credential.secret else { return }
    request.headers["Authorization"] = Self.field(credential.user ?? "", password)
  }

  static func field(_ user: String, _ password: Secret) -> String {
    "Basic \(Data("\(user):\(password.text)".utf8).base64EncodedString())"
  }
}

/// Sends a token that was issued elsewhere (RFC 6750).
public struct BearerAuthorizer: SchemeAuthorizer {
  private let source: CredentialSource

  /// Creates an authorizer.
  ///
  /// - Parameter source: returns the credential, whose secret is the token.
  public init(source: @escaping CredentialSource) {
    self.source = source
  }

  /// Returns the credential.
  public func credential() async throws -> Credential? { try await source() }

  /// Adds the token, unless the request has the header field `Authorization`.
  public func authorize(_ request: inout APIRequest, with credential: Credential) async throws {
    guard request.headers["Authorization"] == nil, let token = credential.secret else { return }
    request.headers["Authorization"] = "Bearer \(token.text)"
  }
}
