public import FoundationEssentials
public import WebMessages

/// A request to a web service, still without the service's address.
///
/// ```swift
/// let request = APIRequest(path: "products/\(id)/reviews", query: ["page": page])
/// let reviews: [ReviewDTO] = try await request.response(on: client).resource()
/// ```
public struct APIRequest: Sendable {
  /// The path under the base address and the version.
  public var path: APIPath

  /// The service's version, which stands before the path.
  ///
  /// nil means the client's own, an empty text means none.
  public var version: String?

  /// The method.
  public var method: HTTPMethod

  /// The query, in order.
  public var query: APIQuery

  /// The body; nil where there is none.
  public var body: APIBody?

  /// Header fields besides those that the client adds.
  public var headers: HTTPHeaders

  /// Whether an answer that was stored earlier may serve.
  public var cachePolicy: APICachePolicy

  /// Whether the request may be sent again after a failure.
  public var retry: APIRetryPolicy

  /// Which event the client posts when this request has changed data: `false` for none,
  /// `.updated("orders", id)` for an action.
  public var announces: APIAnnouncement

  /// Whether the client's authorizer takes part, and a 401 means that the session is over.
  ///
  /// A session's own sign-in and refresh say no.
  public var authorizes: Bool

  /// Whether nobody waits for the answer: then a failure posts no event, and says nothing of whether
  /// the service is reached.
  public var isBackground = false

  /// What to do where the request is refused with 401, in a few words that start small: whoever
  /// authorizes it may know better than to sign in.
  public var remedy: String?

  /// Whether the body holds a password or a token: then it goes only to the client's own service,
  /// and only over https or to loopback.
  public var isConfidential: Bool

  /// The passwords and tokens in the body: an error leaves them out of what the server says.
  public var secrets: [String] = []

  /// Tells the server that two requests with one key are one and the same.
  ///
  /// Every POST gets a key when it is made and keeps it in each replay, so one value stands for one
  /// change: make a new request for a second one.
  public var idempotencyKey: String?

  /// How many bytes of an answer's body are read before the request fails with `limit`.
  public var maximumResponseSize = 32 << 20

  /// The absolute address.
  ///
  /// It is there from the start in a request that was made with one, and otherwise as soon as the
  /// request is about to be authorized; an authorizer chooses its credentials by it.
  public internal(set) var url: URL?

  /// Why the request must not be sent; nil where it may be.
  var refusal: APIError?

  /// The one place that it may go to, redirects included; nil where it may go anywhere.
  var home: Origin?

  /// The place that it was made for, before any redirect; nil until it is addressed.
  var origin: Origin?

  /// Whether it has been redirected away from there, and so goes without credentials.
  var hasLeft = false

  /// How far the list has come whose next page it asks for; nil where it asks for the first one.
  var position: ListPosition?

  /// Whether an authorizer has given it credentials.
  var isAuthorized = false

  /// Whether an earlier try may have been carried out.
  var isInDoubt = false

  /// Makes a request for a path under the client's base address.
  public init(
    path: APIPath, version: String? = nil, method: HTTPMethod = .get, query: APIQuery = [:],
    body: APIBody? = nil, headers: HTTPHeaders = [:], cachePolicy: APICachePolicy = .standard,
    retry: APIRetryPolicy = .automatic, announces: APIAnnouncement = true, authorizes: Bool = true,
    isConfidential: Bool = false
  ) {
    self.path = path
    self.version = version
    self.method = method
    self.query = query
    self.body = body
    self.headers = headers
    self.cachePolicy = cachePolicy
    self.retry = retry
    self.announces = announces
    self.authorizes = authorizes
    self.isConfidential = isConfidential
    self.idempotencyKey = method == .post ? UUID().uuidString : nil
  }

  /// Makes a request for an absolute address, such as a link in an answer.
  ///
  /// Credentials go along only where the address is the client's own service.
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
    guard path.segments.isEmpty, let url else { return "\(method.rawValue) \(path)" }
    return "\(method.rawValue) \(url.path(percentEncoded: true))"
  }
}

extension APIRequest: CustomDebugStringConvertible {
  /// The method and the path; never the query, the header fields or the body.
  public var debugDescription: String { description }
}

/// How far a list has come, which goes along with the request for its next page.
struct ListPosition: Sendable {
  /// How many elements came before the page that is asked for.
  var count: Int

  /// Whether that is known; otherwise the first page was asked for by a number without a size.
  var isKnown: Bool

  /// The hash of the page before, where the next one is asked for by its number.
  var lastPage: Int?
}
