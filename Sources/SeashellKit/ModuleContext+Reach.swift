public import CoreEvents
public import WebAPI
import ShellOutput

extension ModuleContext {
  /// Returns a client for a web service other than that of the current environment.
  ///
  /// ```swift
  /// let rates = context.client(for: try APIEnvironment("rates", "https://rates.example.com/v2"))
  /// ```
  ///
  /// It sends, retries and traces requests as ``client`` does, and stores its own responses. It shares
  /// nothing else with the shell's environments: it never adds the session's credentials, queues no writes,
  /// is not affected by a switch of the environment, and calls no hooks of
  /// ``intercept(request:response:)``.
  ///
  /// It posts no events, since subscribers expect that an event about data concerns one of the current
  /// environments. A module that has changed something at the service posts an event of its own.
  ///
  /// Keep the client: each new one starts without stored responses, and has to find out again that its
  /// service is down.
  ///
  /// - Parameters:
  ///   - environment: the service's address, conventions and limits. To let users set them in
  ///     `config.json`, look for the name in ``environments`` first.
  ///   - authorizer: adds the service's own credentials, if it needs any.
  public func client(
    for environment: APIEnvironment, authorizer: (any Authorizer)? = nil
  ) -> any APIClient {
    client.another(for: environment, authorizer: authorizer)
  }

  /// Returns the service that reads a resource from the current environment's API, or from the store if the
  /// API cannot be reached.
  ///
  /// ```swift
  /// let orders: any ResourceService<OrderListing> = context.service()
  /// ```
  ///
  /// - Parameter read: returns how a queued write changes what is shown; nil if it concerns another
  ///   resource.
  public func service<Item: Resource>(
    of list: Item.Type = Item.self,
    waiting read: @escaping @Sendable (QueuedWrite) -> WaitingWrite<Item.Model>? = { _ in nil }
  ) -> OfflineFirstService<Item> {
    OfflineFirstService(RemoteService(client), offline, waiting: read)
  }

  /// Calls a handler on the main actor for each change, by any user, to the data of the context's API.
  ///
  /// Changes of other APIs are left out, since the same path may mean something else there. Changes of all
  /// environments of this API are included: ``ResourceState/apply(_:)`` keeps them apart.
  ///
  /// - Returns: the subscriptions, for `subscribe(to:)`.
  public func changes(
    _ handler: @escaping @MainActor @Sendable (any DataEvent) -> Void
  ) -> [Subscription] {
    let api = client.api
    return bus.subscribeOnMain(toChanges: { if $0.environment.api == api { handler($0) } })
  }

  /// Calls closures before and after each of the client's requests.
  ///
  /// The closures of several modules run in the order in which they were installed. They see no
  /// credentials: neither header fields such as `Authorization` nor cookies, and no request whose body has
  /// a password or a token. A streamed request, such as that of a feed, has no second call.
  ///
  /// Return the subscription from `subscribe(to:)`, so that the closures are removed with the module. A
  /// running request keeps the closures with which it began.
  ///
  /// - Parameters:
  ///   - request: called once before the request is addressed and authorized; may change it. An error that
  ///     it throws ends the request, and its sender gets the error.
  ///   - response: called once with the final response; may change it. The client derives its events from
  ///     the changed response. An error that it throws goes to the request's sender.
  public func intercept(
    request: @escaping @Sendable (inout APIRequest) async throws -> Void = { _ in },
    response: @escaping @Sendable (inout APIResponse) async throws -> Void = { _ in }
  ) -> Subscription {
    client.intercept(request: request, response: response)
  }

  /// Runs a task until it ends or the subscription is cancelled.
  ///
  /// Return the subscription from `subscribe(to:)`, so that the task ends with the module.
  ///
  /// - Parameters:
  ///   - name: the module's name, which comes before an error's message.
  ///   - body: the task. An error that it throws is shown to the user as a notice, except
  ///     `CancellationError` and errors after the cancellation.
  public func task(
    _ name: String = "background task",
    _ body: @escaping @MainActor @Sendable () async throws -> Void
  ) -> Subscription {
    let task = Task { [console] in
      do {
        try await body()
      } catch {
        guard !Task.isCancelled, !(error is CancellationError) else { return }
        console.notify("\(name): \(ShellError(error).message)")
      }
    }
    return Subscription { task.cancel() }
  }

  /// Returns a logger whose lines begin with a name, such as the module's.
  public func logger(_ name: String) -> Logger { Logger(name, client) }

  /// Returns a module's own section of `config.json`.
  ///
  /// The section is an object at the root of the file: `{ orders: { pageSize: 50 } }`. Read it in the
  /// module's initializer, so that a mistake is reported when the shell starts.
  ///
  /// - Parameters:
  ///   - name: the section's name, such as the module's.
  ///   - fields: the names of all its fields; any other field is an error.
  /// - Returns: the section; nil if the file has none, or if the configuration is not used.
  /// - Throws: ``ConfigurationError`` if it is not an object or has an unknown field.
  public func configuration(_ name: String, fields: [String]) throws -> ConfigurationSection? {
    try sections.section(name, fields: fields)
  }
}
