public import ShellCommands
public import WebAPI

/// Which list of a resource is requested; its type declares the resource, once.
///
/// ```swift
/// struct OrderListing: Listing {
///   static let name = "orders"
///   static let one = "order"
///   static let paging = Paging.cursor("cursor", from: .field("next_cursor"))
///   var status: OrderStatus?
///   var path: APIPath { "orders" }
///   var query: APIQuery { ["status": status?.rawValue] }
///   func includes(_ order: Order) -> Bool { order.status == status ?? order.status }
///   func map(_ dto: OrderDTO) throws -> Order { try OrderMapper.map(from: dto) }
/// }
/// ```
///
/// ``RemoteListService`` requests it, ``OfflineFirstService`` reads it without a network, too, and
/// ``ModuleList`` has what commands, completion and places need: ``ListCommand``, ``ShowCommand``,
/// ``MoreCommand``, ``RefreshCommand``.
public protocol Listing<Model>: Sendable {
  /// What is listed.
  associatedtype Model: Codable, Sendable

  /// One of them in the API's JSON.
  associatedtype DTO: Decodable

  /// What is listed, as the first word of its commands and in messages: `orders`. No other resource of the
  /// shell has this name.
  static var name: String { get }

  /// One of them, in messages: `order`.
  static var one: String { get }

  /// How the pages are requested; by default by link, and by number until the total is reached.
  static var paging: Paging { get }

  /// The path of the list, as requests and events have it: `products/p-7/reviews`.
  var path: APIPath { get }

  /// What the list is filtered, searched and sorted by; by default nothing.
  var query: APIQuery { get }

  /// Returns a model.
  ///
  /// - Throws: an error for the user if the DTO is not valid, such as ``RecordError`` `unreadable`.
  func map(_ dto: DTO) throws -> Model

  /// Returns the models of a page; by default ``map(_:)`` of each.
  func map(all dtos: [DTO]) throws -> [Model]

  /// Returns a model's id, as paths and events have it; by default `model.id`.
  static func id(of model: Model) -> String

  /// Returns what tells a model from all others of the resource; by default its id.
  ///
  /// Where ids are unique only below a parent, it has both: `WEB/12`.
  static func key(of model: Model) -> String

  /// Returns the key of the model with an id in this list; by default the id.
  func key(of id: String) -> String

  /// Returns the error for a failed request; by default ``RecordError`` `notFound` for an id that is not
  /// found, and otherwise the same error.
  ///
  /// - Parameter id: the requested record; nil for the list.
  func error(_ error: APIError, id: String?) -> any Error

  /// Whether new elements come first, so that they move the others; false by default.
  var isNewestFirst: Bool { get }

  /// The words that records must contain, for a store that searches in place of the service; nil by
  /// default.
  var search: String? { get }

  /// Whether it leaves out some records of its path, besides those that do not match ``search``; false
  /// by default.
  var isFiltered: Bool { get }

  /// Whether a model belongs to the list, on whatever page; by default each does.
  func includes(_ model: Model) -> Bool

  /// Whether a model comes before another one; nil, the default, for the service's order.
  var precedes: (@Sendable (Model, Model) -> Bool)? { get }

  /// Returns the words of a model by which ``search`` finds it; none by default.
  static func searchText(of model: Model) -> String

  /// Offers a model to completion; by default its id alone.
  static func offer(_ model: Model, to matches: inout CompletionMatches)
}

extension Listing {
  /// Links, and numbers until the total is reached.
  public static var paging: Paging { .link() }

  /// None.
  public var query: APIQuery { [:] }

  // Inlined, so that a module's own mapper is called directly for each of many records.
  /// ``map(_:)`` of each.
  @inlinable
  public func map(all dtos: [DTO]) throws -> [Model] { try dtos.map { try map($0) } }

  /// The id.
  public static func key(of model: Model) -> String { id(of: model) }

  /// The id.
  public func key(of id: String) -> String { id }

  /// ``RecordError`` `notFound` for an id that is not found, and otherwise the same error.
  public func error(_ error: APIError, id: String?) -> any Error {
    if error.isNotFound, let id { RecordError.notFound(Self.one, id) } else { error }
  }

  /// False.
  public var isNewestFirst: Bool { false }

  /// None.
  public var search: String? { nil }

  /// False.
  public var isFiltered: Bool { false }

  /// True.
  public func includes(_ model: Model) -> Bool { true }

  /// None.
  public var precedes: (@Sendable (Model, Model) -> Bool)? { nil }

  /// None.
  public static func searchText(of model: Model) -> String { "" }

  /// The id.
  public static func offer(_ model: Model, to matches: inout CompletionMatches) {
    matches.offer(id(of: model), "")
  }

  /// The path of the list as events have it.
  var resource: String { path.resource }

  /// The path of a record as events have it.
  func resource(of id: String) -> String { "\(resource)/\(id)" }
}

extension Listing where Model: Identifiable, Model.ID == String {
  /// The model's id.
  public static func id(of model: Model) -> String { model.id }
}

extension Listing where Model: Identifiable, Model.ID: ParameterValue {
  /// The model's id as a word of a command.
  public static func id(of model: Model) -> String { model.id.parameterText }
}
