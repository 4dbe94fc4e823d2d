/// A declared way to sign in.
package struct DescribedSecurityScheme: Sendable, Equatable {
  /// Where an API key is sent.
  package enum KeyLocation: String, Sendable, CaseIterable {
    case query, header, cookie
  }

  /// The kinds of scheme.
  package enum Kind: Sendable, Equatable {
    /// A key in a parameter.
    case apiKey(name: String, location: KeyLocation)
    /// A scheme of the `Authorization` field, in lower case: `basic`, `bearer`, `digest`.
    case http(scheme: String, bearerFormat: String?)
    /// OAuth 2, by one of its flows.
    case oauth2([DescribedFlow])
    /// OpenID Connect, by the URL of its discovery document.
    case openIDConnect(url: String)
    /// A certificate of the client.
    case mutualTLS
    /// A type that is not known.
    case unknown(String)
  }

  /// The name under which requirements refer to it.
  package var id: String
  /// What it is.
  package var kind: Kind
  /// What it means.
  package var description: String?
  /// Whether it should not be used any more.
  package var isDeprecated = false

  /// The addresses that get passwords or secrets, as the description writes them.
  package var tokenAddresses: [String] {
    switch kind {
    case .oauth2(let flows): flows.flatMap { [$0.tokenURL, $0.refreshURL].compactMap(\.self) }
    case .openIDConnect(let url): [url]
    case .apiKey, .http, .mutualTLS, .unknown: []
    }
  }

  /// Creates a scheme.
  package init(id: String, kind: Kind, description: String? = nil) {
    (self.id, self.kind, self.description) = (id, kind, description)
  }
}

/// A flow of OAuth 2.
package struct DescribedFlow: Sendable, Equatable {
  /// The kinds of flow, named as in OpenAPI 3.
  package enum Kind: String, Sendable, CaseIterable {
    case authorizationCode, clientCredentials, password, implicit, deviceAuthorization
  }

  /// A permission.
  package struct Scope: Sendable, Equatable {
    /// The name, as it is requested.
    package var name: String
    /// What it permits.
    package var description: String

    /// Creates a scope.
    package init(name: String, description: String) {
      (self.name, self.description) = (name, description)
    }
  }

  /// The kind.
  package var kind: Kind
  /// Where the user agrees.
  package var authorizationURL: String?
  /// Where tokens are requested.
  package var tokenURL: String?
  /// Where tokens are renewed, if elsewhere.
  package var refreshURL: String?
  /// Where a device asks for its code.
  package var deviceAuthorizationURL: String?
  /// The scopes that may be requested.
  package var scopes: [Scope] = []

  /// Creates a flow.
  package init(_ kind: Kind) { self.kind = kind }
}

/// One sufficient combination of security schemes; without any, no credential is needed.
package struct DescribedSecurityRequirement: Sendable, Equatable {
  /// A scheme that is needed.
  package struct Scheme: Sendable, Equatable {
    /// The id of the scheme.
    package var id: String
    /// The scopes that are needed.
    package var scopes: [String]

    /// Creates the need for a scheme.
    package init(id: String, scopes: [String] = []) { (self.id, self.scopes) = (id, scopes) }
  }

  /// The schemes, all of which are needed.
  package var schemes: [Scheme]

  /// Creates a requirement.
  package init(_ schemes: [Scheme]) { self.schemes = schemes }
}
