public import SeashellKit

/// Chooses the implementation of the service; nothing else names it.
public enum ProductsServiceProvider {
  /// Creates the service.
  ///
  /// - Parameter client: sends the requests.
  public static func service(on client: any APIClient) -> any ProductsServiceProtocol {
    ProductsService(client: client)
  }
}
