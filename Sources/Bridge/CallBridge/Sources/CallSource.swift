// SPDX-License-Identifier: MIT

package import SDBus

/// A kind of program whose calls the bridge carries. It follows the program without starting it, registers a
/// ``BridgedProvider`` for each kind of call while the program is present, and translates: its signals to events of the
/// provider's table, and the table's commands to its methods. It decides nothing about calls.
package protocol CallSource: AnyObject {
    /// Its name in the settings and for people.
    var name: String { get }
    /// The program is present on the bus, and its calls are carried.
    var isPresent: Bool { get }
    /// The providers that it has registered now.
    var providers: [ListedProvider] { get }
    /// Learns before it is listed what it does not follow.
    func update(then body: @escaping () -> Void)
    /// Takes the settings, before it begins and after each change.
    func apply(_ settings: BridgeSettings)
    /// Begins to follow the program.
    func begin() throws(BusError)
    /// Gives up its calls, which go on at the source, and its providers.
    func end()
}

extension CallSource {
    /// Most sources have none but on and off.
    package func apply(_ settings: BridgeSettings) {}
    /// Most sources follow everything.
    package func update(then body: @escaping () -> Void) { body() }
}
