public import CoreEvents
public import WebAPI

// The module Reviews posts these events after a change by any user.

/// An event about a review of a product.
public protocol ReviewEvent: PayloadEvent where Payload == ReviewChange {}

/// What an event says about a review.
public struct ReviewChange: Codable, Hashable, Sendable {
  /// The id of the reviewed product.
  public let product: String

  /// The id of the review, if it is known.
  public let review: String?

  /// The API and the environment: `shop:live`.
  public let environment: EnvironmentID

  /// The review as the server has sent it, if it has.
  public private(set) var record = AttachedRecord()

  /// Creates the content of an event.
  public init(
    product: String, review: String?, environment: EnvironmentID,
    record: AttachedRecord = AttachedRecord()
  ) {
    (self.product, self.review, self.environment) = (product, review, environment)
    self.record = record
  }

  private enum CodingKeys: CodingKey { case product, review, environment }
}

extension ReviewEvent {
  /// The names of the fields.
  public static var fields: [String] { ["product", "review", "environment"] }

  /// The id of the reviewed product.
  public var product: String { payload.product }

  /// The id of the review, if it is known.
  public var review: String? { payload.review }

  /// The API and the environment: `shop:live`.
  public var environment: EnvironmentID { payload.environment }

  /// Creates an event.
  public init(
    product: String, review: String?, environment: EnvironmentID,
    record: AttachedRecord = AttachedRecord()
  ) {
    self.init(
      payload: ReviewChange(
        product: product, review: review, environment: environment, record: record))
  }
}

extension RecordEvent where Self: ReviewEvent {
  /// The review as the server has sent it, if it has.
  public var record: AttachedRecord { payload.record }
}

/// A review was added to a product.
public struct ReviewAdded: ReviewEvent, RecordEvent {
  /// The name of these events.
  public static let name = "reviews.review.added"

  /// The review.
  public let payload: ReviewChange

  /// Creates an event.
  public init(payload: ReviewChange) { self.payload = payload }
}

/// A review of a product was changed.
public struct ReviewChanged: ReviewEvent, RecordEvent {
  /// The name of these events.
  public static let name = "reviews.review.changed"

  /// The review.
  public let payload: ReviewChange

  /// Creates an event.
  public init(payload: ReviewChange) { self.payload = payload }
}

/// A review of a product was deleted.
public struct ReviewDeleted: ReviewEvent {
  /// The name of these events.
  public static let name = "reviews.review.deleted"

  /// The review.
  public let payload: ReviewChange

  /// Creates an event.
  public init(payload: ReviewChange) { self.payload = payload }
}
