/// Which event a client posts when a write has changed data, that is, when its answer is 2xx.
///
/// `true` and `false` stand for ``automatic`` and ``nothing``.
public enum APIAnnouncement: Sendable, Equatable {
  /// What the method says: a POST has inserted, a PUT or PATCH has updated, a DELETE has deleted what
  /// the path names.
  case automatic

  /// As ``automatic``, but a POST has inserted something only where its answer is 201 or has a
  /// `Location`; otherwise nothing is posted. It is for requests whose meaning is not known.
  case ifCreated

  /// Nothing, as for a POST that only searches or calculates.
  case nothing

  /// An update of a resource, whatever the method: an action such as `POST orders/7/pay`.
  ///
  /// The resource is a path, `orders`; the id is that of the element which has changed, nil where it
  /// is the whole resource.
  case updated(_ resource: String, _ id: String? = nil)
}

extension APIAnnouncement: ExpressibleByBooleanLiteral {
  /// Makes ``automatic`` of `true` and ``nothing`` of `false`.
  public init(booleanLiteral value: Bool) {
    self = value ? .automatic : .nothing
  }
}
