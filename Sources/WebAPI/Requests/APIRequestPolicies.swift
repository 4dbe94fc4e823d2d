/// The event that a client posts after a successful write, which is one with a 2xx response.
///
/// `true` and `false` stand for ``automatic`` and ``nothing``.
public enum APIAnnouncement: Sendable, Equatable {
  /// The event that matches the method: inserted for POST, updated for PUT and PATCH, deleted for
  /// DELETE.
  case automatic

  /// Like ``automatic``, but a POST posts an event only if its response is 201 or has a `Location`.
  ///
  /// It is for requests whose meaning is unknown, such as those that a user types.
  case ifCreated

  /// No event, as for a POST that only searches or calculates.
  case nothing

  /// An update, for an action such as `POST orders/7/pay`.
  ///
  /// The resource is a path such as `orders`. The id names the changed element; without one, the whole
  /// resource has changed.
  case updated(_ resource: String, _ id: String? = nil)

  /// An invalidation: data must be requested again, as after `POST orders/import`.
  ///
  /// The resource is a path such as `orders`; without one, everything is invalid.
  case invalidated(_ resource: String? = nil, _ id: String? = nil)
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
  /// The client stores responses to reads that have an `ETag`, and always revalidates them with the
  /// server before it uses them.
  case standard

  /// Stored responses are not used, and the request is sent with `Cache-Control: no-cache`.
  case reload
}
