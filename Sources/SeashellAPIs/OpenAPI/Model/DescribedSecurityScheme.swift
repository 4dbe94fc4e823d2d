/// A declared way to sign in.
struct DescribedSecurityScheme: Sendable, Equatable {
  /// The part of a request that carries an API key.
  enum KeyLocation: String, Sendable, CaseIterable {
    case query, header, cookie
  }

  enum Kind: Sendable, Equatable {
    /// A key in a parameter.
    case apiKey(name: String, location: KeyLocation)
    /// A scheme of the `Authorization` field, in lower case: `basic`, `bearer`, `digest`.
    case http(scheme: String, bearerFormat: String?)
    /// OAuth 2, with its flows.
    case oauth2([DescribedFlow])
    /// OpenID Connect, with the URL of its discovery document.
    case openIDConnect(url: String)
    /// A client certificate.
    case mutualTLS
    /// An unknown type.
    case unknown(String)
  }

  /// The name that requirements refer to.
  var id: String
  /// The kind of scheme.
  var kind: Kind
  /// The meaning of the scheme.
  var description: String?
  /// Whether it is deprecated.
  var isDeprecated = false

  /// The addresses at which users sign in, or that receive passwords or secrets, as written in the description.
  var tokenAddresses: [String] {
    switch kind {
    case .oauth2(let flows):
      flows.flatMap { flow in
        // The implicit flow is not used.
        let pages = flow.kind == .implicit ? nil : flow.authorizationURL
        return [flow.tokenURL, flow.refreshURL, pages, flow.deviceAuthorizationURL]
          .compactMap(\.self)
      }
    case .openIDConnect(let url): [url]
    case .apiKey, .http, .mutualTLS, .unknown: []
    }
  }

  init(id: String, kind: Kind, description: String? = nil) {
    (self.id, self.kind, self.description) = (id, kind, description)
  }
}

/// A flow of OAuth 2.
struct DescribedFlow: Sendable, Equatable {
  enum Kind: String, Sendable, CaseIterable {
    case authorizationCode, clientCredentials, password, implicit, deviceAuthorization
  }

  /// A permission.
  struct Scope: Sendable, Equatable {
    /// The name as requested.
    var name: String
    /// What it permits.
    var description: String

    init(name: String, description: String) {
      (self.name, self.description) = (name, description)
    }
  }

  var kind: Kind
  /// The address at which the user agrees.
  var authorizationURL: String?
  /// The address at which tokens are requested.
  var tokenURL: String?
  /// The address at which tokens are renewed, if different.
  var refreshURL: String?
  /// The address at which a device requests its code.
  var deviceAuthorizationURL: String?
  /// The available scopes.
  var scopes: [Scope] = []

  init(_ kind: Kind) { self.kind = kind }
}

/// One sufficient combination of security schemes; if it is empty, no credential is needed.
struct DescribedSecurityRequirement: Sendable, Equatable {
  /// A required scheme.
  struct Scheme: Sendable, Equatable {
    var id: String
    /// The required scopes.
    var scopes: [String]

    /// Creates a required scheme.
    init(id: String, scopes: [String] = []) { (self.id, self.scopes) = (id, scopes) }
  }

  /// The schemes, all of which are required.
  var schemes: [Scheme]

  init(_ schemes: [Scheme]) { self.schemes = schemes }
}
