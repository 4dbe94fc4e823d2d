import SeashellKit

/// The module `orders`: lists, shows and cancels orders.
public final class OrdersModule: FeatureModule {
  /// The word before the module's commands.
  public let name = "orders"

  /// The module's description in `help`.
  public let abstract = "List, show and cancel orders"

  private let state: OrdersState
  private let pageSize: Int?

  /// Creates the module on the API of the current environment.
  ///
  /// - Throws: `ConfigurationError` if the section `orders` of config.json is wrong.
  public convenience init(_ context: ModuleContext) throws {
    try self.init(context, service: OrdersService(context.service()))
  }

  /// Creates the module on another service, such as a mock.
  init(_ context: ModuleContext, service: any OrdersServiceProtocol) throws {
    let section = try context.configuration("orders", fields: ["pageSize"])
    pageSize = try section?.integer("pageSize", in: 1...100, "orders")
    state = context.state {
      OrdersState(service: service, bus: context.bus, clock: context.clock)
    }
  }

  /// `list`, `more`, `refresh`, `show` and `cancel`.
  public var commands: [any Command] {
    [
      ListOrders.command(state.list, pageSize: pageSize),
      MoreCommand(state.list, as: OrdersView()),
      RefreshCommand(state.list, as: OrdersView()), ShowOrder.command(state.list),
      CancelOrder(state: state),
    ]
  }

  /// Completes `orders.id`.
  public var completionSources: [CompletionSource] {
    [state.list.completion(of: .orders) { _ in OrderListing() }]
  }

  /// `orders`, and `orders/o-1` for each order.
  public var places: [PlaceRoute] {
    state.list.places("orders/{orders.id}") { _ in OrderListing() }
  }

  /// Keeps the state up to date.
  public func subscribe(to bus: EventBus) -> [Subscription] {
    bus.subscribeOnMain(toChanges: { [state] in state.list.apply($0) })
  }

  /// Discards what is stored, since events no longer update it.
  public func unload() {
    state.list.forget()
  }
}
