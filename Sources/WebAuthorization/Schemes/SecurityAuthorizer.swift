public import WebAPI

/// Authorizes each request by the schemes that its operation needs, as the `security` of an OpenAPI
/// description says.
///
/// Of several combinations it takes the first one for which all credentials are there, with their scopes; if
/// no credential has the scopes, the first for which they are there. If there is none, the request gets no
/// credential.
public struct SecurityAuthorizer: Authorizer {
  /// A scheme with its authorizer.
  public struct Scheme: Sendable {
    /// The id that requirements name.
    public let id: String
    /// The authorizer.
    public let authorizer: any SchemeAuthorizer
    /// Whether it authorizes the connection and not the request, so that there is no credential to look for.
    public let isOfConnection: Bool

    /// Creates a scheme.
    public init(_ id: String, _ authorizer: any SchemeAuthorizer, isOfConnection: Bool = false) {
      (self.id, self.authorizer, self.isOfConnection) = (id, authorizer, isOfConnection)
    }
  }

  /// The schemes, in their order.
  public let schemes: [Scheme]

  /// What requests need that say nothing themselves; nil for every credential that is there.
  private let usual: [SecurityRequirement]?

  /// Whether every request gets all schemes, whatever it says.
  private let isFixed: Bool

  /// Creates an authorizer for what a description declares.
  ///
  /// - Parameter usual: what requests need that say nothing themselves; nil for every credential that is
  ///   there.
  public init(_ schemes: [Scheme], usual: [SecurityRequirement]?) {
    (self.schemes, self.usual, isFixed) = (schemes, usual, false)
  }

  /// Creates an authorizer that uses all schemes for every request, whatever the request says.
  public init(all schemes: [Scheme]) {
    (self.schemes, usual, isFixed) = (schemes, nil, true)
  }

  /// What a request needs, and what of it is there.
  public struct Choice: Sendable {
    /// The schemes by which the request is authorized, each with its credential; one of the connection has
    /// none.
    public var chosen: [(scheme: Scheme, credential: Credential?)] = []
    /// The schemes that are missing, of which one combination needs fewest, and the scopes of those that are
    /// there; nothing if the request can be authorized, or needs no credential.
    public var missing = MissingAuthorization()
  }

  /// Returns the schemes by which a request is authorized.
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
        // A combination without schemes says that none is needed; those that are there may say more.
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

  /// Returns all schemes that are there.
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

  /// Adds the credentials that were chosen.
  public func authorize(_ request: inout APIRequest, by choice: Choice) async throws {
    for case (let scheme, let credential?) in choice.chosen {
      try await scheme.authorizer.authorize(&request, with: credential)
    }
  }

  /// Renews the credentials of the request that can be renewed.
  public func recover(from response: APIResponse) async throws -> Bool {
    var hasRenewed = false
    for (scheme, _) in try await choice(for: response.request).chosen
    where try await scheme.authorizer.recover(from: response) {
      hasRenewed = true
    }
    return hasRenewed
  }
}
