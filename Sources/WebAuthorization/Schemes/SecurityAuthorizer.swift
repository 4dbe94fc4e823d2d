public import WebAPI

/// Authorizes each request with the schemes that its operation requires, as in the `security` of an OpenAPI
/// description.
///
/// If there are several combinations, it uses the first one whose credentials are all available with their
/// scopes, or else the first one whose credentials are available. If there is none, the request is sent
/// without a credential.
public struct SecurityAuthorizer: Authorizer {
  /// A scheme with its authorizer.
  public struct Scheme: Sendable {
    /// The id that requirements name.
    public let id: String
    /// The authorizer.
    public let authorizer: any SchemeAuthorizer
    /// Whether it authorizes the connection instead of the request, so that there is no credential to look
    /// for.
    public let isOfConnection: Bool

    /// Creates a scheme.
    public init(_ id: String, _ authorizer: any SchemeAuthorizer, isOfConnection: Bool = false) {
      (self.id, self.authorizer, self.isOfConnection) = (id, authorizer, isOfConnection)
    }
  }

  /// The schemes, in their order.
  public let schemes: [Scheme]

  /// The requirements of requests that have none of their own; nil to use every available credential.
  private let usual: [SecurityRequirement]?

  /// Whether every request uses all schemes, whatever its own requirements.
  private let isFixed: Bool

  /// Creates an authorizer for the schemes of a description.
  ///
  /// - Parameter usual: the requirements of requests that have none of their own; nil to use every available
  ///   credential.
  public init(_ schemes: [Scheme], usual: [SecurityRequirement]?) {
    (self.schemes, self.usual, isFixed) = (schemes, usual, false)
  }

  /// Creates an authorizer that uses all schemes for every request, whatever its own requirements.
  public init(all schemes: [Scheme]) {
    (self.schemes, usual, isFixed) = (schemes, nil, true)
  }

  /// The schemes chosen for a request, and those that are missing.
  public struct Choice: Sendable {
    /// The chosen schemes, each with its credential; one that authorizes the connection has none.
    public var chosen: [(scheme: Scheme, credential: Credential?)] = []
    /// The missing schemes of the combination that lacks fewest, and the missing scopes of the available
    /// ones; empty if the request can be authorized or needs no credential.
    public var missing = MissingAuthorization()
  }

  /// Chooses the schemes that authorize a request.
  ///
  /// - Throws: an error if a credential cannot be read.
  public func choice(for request: APIRequest) async throws -> Choice {
    if isFixed { return try await held() }
    guard let requirements = request.security ?? usual else {
      return try await held()
    }
    var (best, missing): (Choice?, [String]?) = (nil, nil)
    for requirement in requirements {
      let needed = requirement.schemes.map { need in
        (need, schemes.first { $0.id == need.id })
      }
      var choice = Choice()
      var absent: [String] = []
      for (need, scheme) in needed {
        guard let scheme else {
          absent.append(need.id)
          continue
        }
        if let credential = try await scheme.authorizer.credential() {
          choice.chosen.append((scheme, credential))
          choice.missing.scopes += need.scopes.filter { !credential.grants([$0]) }
        } else if scheme.isOfConnection {
          choice.chosen.append((scheme, nil))
        } else {
          absent.append(need.id)
        }
      }
      if absent.isEmpty {
        // A combination without schemes needs no credential, but an available one may unlock more.
        if choice.missing.scopes.isEmpty, !needed.isEmpty { return choice }
        if best == nil || (best?.chosen.isEmpty == true && !needed.isEmpty) { best = choice }
      } else if missing.map({ absent.count < $0.count }) ?? true {
        missing = absent
      }
    }
    if let best { return best }
    var none = Choice()
    none.missing.schemes = missing ?? []
    return none
  }

  private func held() async throws -> Choice {
    var choice = Choice()
    for scheme in schemes {
      guard let credential = try await scheme.authorizer.credential() else {
        if isFixed, !scheme.isOfConnection { choice.missing.schemes.append(scheme.id) }
        continue
      }
      choice.chosen.append((scheme, credential))
    }
    return choice
  }

  /// Returns what is missing to authorize a request.
  public func missing(for request: APIRequest) async throws -> MissingAuthorization {
    try await choice(for: request).missing
  }

  /// Adds the credentials that the request needs.
  public func authorize(_ request: inout APIRequest) async throws {
    try await authorize(&request, by: try await choice(for: request))
  }

  /// Adds the credentials of a choice.
  public func authorize(_ request: inout APIRequest, by choice: Choice) async throws {
    for case (let scheme, let credential?) in choice.chosen {
      try await scheme.authorizer.authorize(&request, with: credential)
    }
  }

  /// Renews those of the request's credentials that can be renewed.
  public func recover(from response: APIResponse) async throws -> Bool {
    var hasRenewed = false
    for (scheme, _) in try await choice(for: response.request).chosen
    where try await scheme.authorizer.recover(from: response) {
      hasRenewed = true
    }
    return hasRenewed
  }
}
