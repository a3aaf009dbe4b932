// SPDX-License-Identifier: MIT
import SDBus

/// The name of the error that `body` throws, nil if it throws none.
func errorName<T>(_ body: () throws(BusError) -> T) -> String? { error(body)?.name }

/// The error that `body` throws, nil if it throws none.
func error<T>(_ body: () throws(BusError) -> T) -> BusError? {
    do throws(BusError) {
        _ = try body()
        return nil
    } catch {
        return error
    }
}
