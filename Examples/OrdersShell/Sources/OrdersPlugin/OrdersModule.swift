import SeashellKit

/// The module `orders`: lists, shows and cancels orders.
public final class OrdersModule: FeatureModule {
  /// The word before the module's commands.
  public let name = "orders"

  /// The module's description in `help`.
  public let abstract = "List, show and cancel orders"

  private let state: OrdersState

  /// Creates the module on the API of the current environment.
  ///
  /// - Throws: `ConfigurationError` if the section `orders` of config.json is wrong.
  public convenience init(_ context: ModuleContext) throws {
    try self.init(
      context,
      service: OrdersServiceProvider.makeOrdersService(
        on: context.client, offline: context.offline))
  }

  /// Creates the module on another service, such as a mock.
  init(_ context: ModuleContext, service: any OrdersServiceProtocol) throws {
    let section = try context.configuration("orders", fields: ["pageSize"])
    let pageSize = try section?.integer("pageSize", in: 1...100, "orders")
    state = context.state {
      OrdersState(
        service: service, pageSize: pageSize, bus: context.bus, clock: context.clock)
    }
  }

  /// `list`, `more`, `refresh`, `show` and `cancel`.
  public var commands: [any Command] {
    [
      ListOrders(state: state), MoreCommand(state.orders, as: OrdersView.self),
      RefreshCommand(state.orders, as: OrdersView.self), ShowOrder(state: state),
      CancelOrder(state: state),
    ]
  }

  /// Completes `orders.id`.
  public var completionSources: [CompletionSource] {
    [CompletionSource(answering: .orders) { [state] in state.candidates(for: $0) }]
  }

  /// `orders`, and `orders/o-1` for each order.
  public var places: [PlaceRoute] {
    [
      PlaceRoute("orders"),
      PlaceRoute("orders/{orders.id}") { [state] place in
        _ = try await state.order(OrderID(parameter: place[.orders]))
      },
    ]
  }

  /// Keeps the state up to date.
  public func subscribe(to bus: EventBus) -> [Subscription] {
    bus.subscribeOnMain(toChanges: { [state] in state.orders.apply($0) })
  }

  /// Discards what is stored, since events no longer update it.
  public func unload() {
    state.orders.forget()
  }
}
