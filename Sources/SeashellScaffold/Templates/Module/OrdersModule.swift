public import SeashellKit

/// The module `orders`: lists, shows and cancels.
@MainActor
public final class OrdersModule: FeatureModule {
  /// The word before the module's commands.
  public let name = "orders"

  /// The module's description in `help`.
  public let abstract = "List, show and cancel orders"

  private let state: OrdersState

  /// Creates the module.
  ///
  /// - Parameters:
  ///   - context: what the shell gives to modules.
  ///   - service: used in place of the one that sends requests, for example in tests.
  public init(_ context: ModuleContext, service: (any OrdersServiceProtocol)? = nil) {
    state = context.state {
      OrdersState(
        service: service ?? OrdersServiceProvider.makeOrdersService(on: context.client),
        clock: context.clock)
    }
  }

  /// `list`, `more`, `refresh`, `show` and `cancel`.
  public var commands: [any Command] {
    [
      ListOrders(state: state), MoreCommand(state.listed, as: OrdersView.self),
      RefreshCommand(state.listed, as: OrdersView.self), ShowOrder(state: state),
      CancelOrder(state: state),
    ]
  }

  /// Completes ids, also by name.
  public var completionSources: [CompletionSource] {
    [CompletionSource(answering: "orders.id") { [state] in state.candidates(for: $0) }]
  }

  /// `orders`, and `orders/o-1` for each of them.
  public var places: [PlaceRoute] {
    [
      PlaceRoute("orders"),
      PlaceRoute("orders/{orders.id}") { [state] place in
        _ = try await state.order(place["orders.id"])
      },
    ]
  }

  /// Follows the changes that other modules and other users make.
  public func subscribe(to bus: EventBus) -> [Subscription] {
    bus.subscribeOnMain(toChanges: { [state] in state.listed.apply($0) })
  }

  /// Discards what is stored, since events no longer update it.
  public func unload() {
    state.listed.forget()
  }
}
