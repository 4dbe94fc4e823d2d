/// Which event a client posts when a write was successful, that is, when its response is 2xx.
///
/// `true` and `false` stand for ``automatic`` and ``nothing``.
public enum APIAnnouncement: Sendable, Equatable {
  /// The event of the method: a POST inserts, a PUT or PATCH updates, a DELETE deletes what the
  /// path names.
  case automatic

  /// Like ``automatic``, but a POST inserts only if its response is 201 or has a `Location`;
  /// otherwise nothing is posted. It is for requests whose meaning is not known.
  case ifCreated

  /// No event, as for a POST that only searches or calculates.
  case nothing

  /// An update of a resource, whatever the method: an action such as `POST orders/7/pay`.
  ///
  /// The resource is a path, `orders`; the id is that of the changed element, or nil for the whole
  /// resource.
  case updated(_ resource: String, _ id: String? = nil)
}

extension APIAnnouncement: ExpressibleByBooleanLiteral {
  /// Creates ``automatic`` from `true` and ``nothing`` from `false`.
  public init(booleanLiteral value: Bool) {
    self = value ? .automatic : .nothing
  }
}

/// Whether a stored response may be used for a request.
public enum APICachePolicy: Sendable, Hashable, Codable {
  /// The server's own rules apply (RFC 9111).
  ///
  /// The client stores responses to reads that have an `ETag`, and asks the server whether one is
  /// still good before it uses it.
  case standard

  /// The response comes from the server: the request is sent with `Cache-Control: no-cache`.
  case reload
}

/// Whether a request that failed may be sent again.
///
/// It is sent again after a failed connection, a body that was cut, and the statuses 429, 502, 503
/// and 504. The one replay after a recovered 401 is not a retry, since the server did nothing the
/// first time: both policies allow it.
public enum APIRetryPolicy: Sendable, Hashable, Codable {
  /// A request that can be repeated without harm may be sent again: a read, or a write with an
  /// `Idempotency-Key`.
  case automatic

  /// The request is sent once.
  case never
}
