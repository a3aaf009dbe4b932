// SPDX-License-Identifier: MIT
import CallInterface
package import SDBus

// One answer for a program that does not stay. It need not follow the service.

extension CallClient {
    /// Asks for all calls and providers, and waits. From then on the service sends every change to this connection.
    package func loadRegistry(on connection: BusConnection) throws(BusError) -> Registry {
        let reply = try connection.call(managedObjects)
        return Registry(try reply.read(Registry.Objects.self), at: root)
    }

    /// The same, without waiting, on the connection that the service is followed on.
    package func loadRegistry(then completion: @escaping (Result<Registry, BusError>) -> Void) {
        call(managedObjects) { [root] reply in
            completion(
                Result { () throws(BusError) in Registry(try reply.get().read(Registry.Objects.self), at: root) })
        }
    }

    /// Asks for the audio, and waits. From then on the service sends every change to this connection.
    package func loadAudio(on connection: BusConnection) throws(BusError) -> AudioRecord {
        let reply = try connection.call(allProperties, CallManagerName.audio.text)
        return AudioRecord(try reply.read([String: Variant].self))
    }

    var managedObjects: CallTarget { standardMethod("GetManagedObjects", of: StandardInterface.objectManager) }
    var allProperties: CallTarget { standardMethod("GetAll", of: StandardInterface.properties) }
}
