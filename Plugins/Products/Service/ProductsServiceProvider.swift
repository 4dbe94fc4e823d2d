public import SeashellKit

/// Chooses the implementation of the service; nothing else names it.
public enum ProductsServiceProvider {
  /// Creates the service.
  ///
  /// - Parameters:
  ///   - client: sends the requests.
  ///   - offline: answers when the shop cannot be reached.
  @MainActor
  public static func makeProductsService(
    on client: any APIClient, offline: OfflineAccess
  ) -> any ProductsServiceProtocol {
    OfflineProductsService(
      remote: ProductsService(client: client), offline: OfflineFirstService(offline))
  }
}
