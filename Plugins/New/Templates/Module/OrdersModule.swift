public import SeashellKit

/// The module `orders`: lists, shows and cancels.
@MainActor
public final class OrdersModule: FeatureModule {
  /// The word before the module's commands.
  public let name = "orders"

  /// The module's description in `help`.
  public let abstract = "List, show and cancel orders"

  private let state: OrdersState

  /// Creates the module on the API of the current environment.
  public convenience init(_ context: ModuleContext) {
    self.init(context, service: OrdersService(context.service()))
  }

  /// Creates the module on another service, such as a mock.
  init(_ context: ModuleContext, service: any OrdersServiceProtocol) {
    state = context.state { OrdersState(service: service, clock: context.clock) }
  }

  /// `list`, `more`, `refresh`, `show` and `cancel`.
  public var commands: [any Command] {
    [
      ListOrders.command(state.list), MoreCommand(state.list, as: OrdersView()),
      RefreshCommand(state.list, as: OrdersView()), ShowOrder.command(state.list),
      CancelOrder(state: state),
    ]
  }

  /// Completes ids, also by name.
  public var completionSources: [CompletionSource] {
    [state.list.completion(of: "orders.id") { _ in OrderListing() }]
  }

  /// `orders`, and `orders/o-1` for each of them.
  public var places: [PlaceRoute] {
    state.list.places("orders/{orders.id}") { _ in OrderListing() }
  }

  /// Follows the changes that other modules and other users make.
  public func subscribe(to bus: EventBus) -> [Subscription] {
    bus.subscribeOnMain(toChanges: { [state] in state.list.apply($0) })
  }

  /// Discards what is stored, since events no longer update it.
  public func unload() {
    state.list.forget()
  }
}
