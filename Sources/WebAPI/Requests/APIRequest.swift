public import FoundationEssentials
public import WebMessages

/// A request to a web service; its address is determined when it is sent.
///
/// ```swift
/// let request = APIRequest(path: "products/\(id)/reviews", query: ["page": page])
/// let reviews: [ReviewDTO] = try await request.response(on: client).resource()
/// ```
public struct APIRequest: Sendable {
  /// The path below the base address and the version.
  public var path: APIPath

  /// The service's version, which comes before the path.
  ///
  /// nil stands for the client's version, and an empty text for no version.
  public var version: String?

  /// The method.
  public var method: HTTPMethod

  /// The query, in order.
  public var query: APIQuery

  /// The body, if any.
  public var body: APIBody?

  /// Header fields in addition to the client's.
  public var headers: HTTPHeaders

  /// Whether a stored response may be used.
  public var cachePolicy: APICachePolicy

  /// Whether the request may be sent again after a temporary failure.
  ///
  /// Temporary failures are a failed connection, an incomplete body, and the statuses 429, 502, 503 and
  /// 504. A write that the server may have received is retried only if the server carries it out once:
  ///      because it honours keys (``APIClient/honorsIdempotencyKeys``), or because of the condition of a PUT
  ///      or DELETE, such as `If-Match`. Sending a request again with renewed credentials does not count as a
  ///      retry, since the server did nothing the first time.
  public var retry = true

  /// Whether the redirects of a read are followed; otherwise a redirect is its response.
  public var followsRedirects = true

  /// The event that the client posts after a successful write.
  ///
  /// `false` posts none; `.updated("orders", id)` is for an action.
  public var announces: APIAnnouncement

  /// Whether the client's authorizer adds credentials and handles a 401.
  ///
  /// false for a session's own requests: sign-in and refresh.
  public var authorizes = true

  /// The schemes that may authorize the request; by default, those of the API as a whole.
  public var security: [SecurityRequirement]?

  /// Whether the request runs in the background, without a user waiting for the response.
  ///
  /// A failed background request posts no event, and the circuit breaker does not count it.
  public var isBackground = false

  /// What the user can do after a 401: a few words in lower case.
  ///
  /// The authorizer sets it if signing in is not enough; by default it is the authorizer's
  /// ``Authorizer/signInHint``.
  public var remedy: String?

  /// Whether the body contains a password or a token.
  ///
  /// A confidential request is sent only to the client's own service, over https or to this machine.
  public var isConfidential = false

  /// The passwords and tokens in the body, which are removed from error messages.
  public var secrets: [String] {
    get { box?.rest.secrets ?? [] }
    set { change { $0.secrets = newValue } }
  }

  /// The `Idempotency-Key`.
  ///
  /// A server that honours it carries out requests with the same key only once.
  ///
  /// Each POST gets a key when it is created, and keeps it in every retry. For a second change, create a new
  /// request.
  public var idempotencyKey: String? { didSet { choosesKey = true } }

  /// Whether the caller has set or removed the key.
  private(set) var choosesKey = false

  /// Gives the request another key, if it has one, since it is not a repetition.
  mutating func renewKey() {
    guard idempotencyKey != nil else { return }
    let wasChosen = choosesKey
    idempotencyKey = UUID().uuidString
    choosesKey = wasChosen
  }

  /// The largest response body in bytes; a larger one fails with `limit`.
  public var maximumResponseSize = 32 << 20

  /// The absolute address.
  ///
  /// A request created with a path gets its address before it is authorized, so that the authorizer can
  /// choose credentials for that address.
  public package(set) var url: URL?

  /// The account that the request is sent for; nil for the signed-in one.
  ///
  /// The client rejects the request with ``APIError`` `invalid` if the client's address and version are not
  /// the owner's, and with `unauthorized` if the owner has an account but there is no authorizer. The client
  /// does not know accounts: an ``Authorizer`` must check that its credentials belong to the owner's
  /// environment and account, and throw if not.
  public var owner: DataOwner? {
    get { box?.rest.owner }
    set { change { $0.owner = newValue } }
  }

  /// Data that a service reading through a store keeps with the request for a list's next page.
  public var continuation: (any Sendable)? {
    get { box?.rest.continuation }
    set { change { $0.continuation = newValue } }
  }

  /// Whether the client's ``APIClient/deferral`` is asked about the request, if it is a write.
  var mayBeDeferred = true

  /// The origin of the address before any redirect, once the request has an address.
  var origin: Origin?

  /// Whether a redirect has led to another origin, which must not get credentials.
  var hasLeft = false

  /// The origin of ``url``, if the request has an address yet.
  package var currentOrigin: Origin? {
    if let origin, !hasLeft { return origin }
    return url.map(Origin.init)
  }

  /// What few requests have.
  var box: RestBox?

  /// Whether an earlier try may have been carried out.
  package var isInDoubt = false

  /// How many times it was sent, so that the server may have received it.
  var timesSent = 0

  /// The position of the page's first element in its list, for the request for a further page, if known.
  public var listOffset: Int? { position.flatMap { $0.isKnown ? $0.count : nil } }

  /// Why the request for the next page of a list cannot be sent: the sign that there is one, and that nothing says how it
  /// is requested; nil if it can.
  public var unknownPage: String? { refusal?.mismatch == .pages ? refusal?.detail : nil }

  /// Whether an error says that a list has ended, of which the pages are only counted.
  func isEnd(_ error: APIError) -> Bool {
    position?.size != nil && error.status.map([404, 416].contains) ?? false
  }

  /// Creates a request for a path under the client's base address.
  public init(
    path: APIPath, version: String? = nil, method: HTTPMethod = .get, query: APIQuery = [:],
    body: APIBody? = nil, headers: HTTPHeaders = [:], cachePolicy: APICachePolicy = .standard,
    announces: APIAnnouncement = true
  ) {
    self.path = path
    self.version = version
    self.method = method
    self.query = query
    self.body = body
    self.headers = headers
    self.cachePolicy = cachePolicy
    self.announces = announces
    self.idempotencyKey = method == .post ? UUID().uuidString : nil
  }

  /// Creates a request for an absolute address, such as a link in a response.
  ///
  /// Credentials are added only if the address is the client's own service.
  public init(
    url: URL, method: HTTPMethod = .get, query: APIQuery = [:], body: APIBody? = nil,
    headers: HTTPHeaders = [:]
  ) {
    self.init(path: "", method: method, query: query, body: body, headers: headers)
    self.url = url
  }
}

extension APIRequest: CustomStringConvertible {
  /// The method and the path; never the query, the header fields or the body.
  public var description: String {
    let path =
      if self.path.segments.isEmpty, let url { url.path(percentEncoded: true) } else {
        self.path.description
      }
    return "\(method.rawValue) \(path.contains(";") ? TraceText.withoutSecrets(path) : path)"
  }
}

extension APIRequest: CustomDebugStringConvertible {
  /// The method and the path; never the query, the header fields or the body.
  public var debugDescription: String { description }
}
