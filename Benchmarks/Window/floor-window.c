// SPDX-License-Identifier: MIT
//
// The floor of the window: a program of GTK and libadwaita with an empty window. With a folder of .ui files and the
// address of a bus it has the widgets of the measured window, and shows a call that the service announces there. With a
// number it shows a list of so many labels.
//
//   floor-window [INTERFACE ADDRESS | --rows NUMBER]

#include <adwaita.h>
#include <glib-unix.h>
#include <systemd/sd-bus.h>

#include "contract.h"
#include "floor-call.h"

static const char *interface, *address;
static sd_bus *bus;
static unsigned rows;

// As high as the rows of the measured window.
#define ROW_HEIGHT 54

static void check(int result, const char *what) {
    if (result < 0) g_error("%s: %s", what, g_strerror(-result));
}

static int call_is_gone(sd_bus_message *message, void *data, sd_bus_error *error) {
    show_call("");
    return 0;
}

// Opens the next entry of a dictionary that has this key; false if there is none.
static gboolean find(sd_bus_message *message, const char *wanted, const char *entry) {
    const char *key;
    while (sd_bus_message_enter_container(message, 'e', entry) > 0) {
        check(sd_bus_message_read(message, "s", &key), "reading a call");
        if (g_str_equal(key, wanted)) return TRUE;
        check(sd_bus_message_skip(message, entry + 1), "reading a call");
        check(sd_bus_message_exit_container(message), "reading a call");
    }
    return FALSE;
}

// Shows the name among the properties that come next.
static void show_name(sd_bus_message *message) {
    const char *name;
    check(sd_bus_message_enter_container(message, 'a', "{sv}"), "reading a call");
    if (!find(message, "LocalizedCallerName", "sv")) return;
    check(sd_bus_message_read(message, "v", "s", &name), "reading a call");
    show_call(name);
}

static int call_is_new(sd_bus_message *message, void *data, sd_bus_error *error) {
    const char *path;
    check(sd_bus_message_read(message, "o", &path), "reading a call");
    check(sd_bus_message_enter_container(message, 'a', "{sa{sv}}"), "reading a call");
    if (find(message, CALL_INTERFACE, "sa{sv}")) show_name(message);
    return 0;
}

static int call_has_changed(sd_bus_message *message, void *data, sd_bus_error *error) {
    const char *interface;
    check(sd_bus_message_read(message, "s", &interface), "reading a call");
    if (g_str_equal(interface, CALL_INTERFACE)) show_name(message);
    return 0;
}

static gboolean receive(int descriptor, GIOCondition condition, gpointer data) {
    int result;
    while ((result = sd_bus_process(bus, NULL)) > 0) continue;
    check(result, "receiving");
    return G_SOURCE_CONTINUE;
}

static void listen_for_calls(void) {
    const char *objects = "org.freedesktop.DBus.ObjectManager";
    check(sd_bus_new(&bus), "making a connection");
    check(sd_bus_set_address(bus, address), "the address of the bus");
    check(sd_bus_set_bus_client(bus, 1), "making a connection");
    check(sd_bus_start(bus), "connecting to the bus");
    check(sd_bus_match_signal(bus, NULL, SERVICE_NAME, NULL, objects, "InterfacesAdded", call_is_new, NULL), "listening");
    check(
        sd_bus_match_signal(bus, NULL, SERVICE_NAME, NULL, objects, "InterfacesRemoved", call_is_gone, NULL),
        "listening");
    check(
        sd_bus_match_signal(
            bus, NULL, SERVICE_NAME, NULL, "org.freedesktop.DBus.Properties", "PropertiesChanged", call_has_changed, NULL),
        "listening");
    check(
        sd_bus_call_method(bus, SERVICE_NAME, MANAGER_PATH, MANAGER_INTERFACE, "Subscribe", NULL, NULL, ""),
        "Subscribe");
    g_unix_fd_add(sd_bus_get_fd(bus), G_IO_IN, receive, NULL);
    receive(-1, G_IO_IN, NULL);
}

static void set_up_row(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data) {
    GtkWidget *row = gtk_label_new("");
    gtk_label_set_xalign(GTK_LABEL(row), 0);
    gtk_widget_set_size_request(row, -1, ROW_HEIGHT);
    gtk_list_item_set_child(item, row);
}

static void bind_row(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data) {
    GtkStringObject *text = gtk_list_item_get_item(item);
    gtk_label_set_text(GTK_LABEL(gtk_list_item_get_child(item)), gtk_string_object_get_string(text));
}

static GtkWidget *list_of_rows(void) {
    GtkStringList *texts = gtk_string_list_new(NULL);
    for (unsigned row = 0; row < rows; row++) gtk_string_list_take(texts, g_strdup_printf("Ada Lovelace %u", row));
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(set_up_row), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(bind_row), NULL);
    GtkWidget *scroller = gtk_scrolled_window_new();
    GtkWidget *list = gtk_list_view_new(GTK_SELECTION_MODEL(gtk_no_selection_new(G_LIST_MODEL(texts))), factory);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), list);
    return scroller;
}

static void open_window(GtkApplication *application, gpointer data) {
    if (interface) {
        open_call_window(application, interface);
        return listen_for_calls();
    }
    GtkWidget *window = adw_application_window_new(application), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    GtkWidget *content = rows ? list_of_rows() : gtk_label_new("");
    gtk_widget_set_vexpand(content, TRUE);
    gtk_box_append(GTK_BOX(box), adw_header_bar_new());
    gtk_box_append(GTK_BOX(box), content);
    adw_application_window_set_content(ADW_APPLICATION_WINDOW(window), box);
    // The size of the measured window.
    gtk_window_set_default_size(GTK_WINDOW(window), 480, 720);
    gtk_window_present(GTK_WINDOW(window));
}

int main(int count, char *arguments[]) {
    if (count > 2 && g_str_equal(arguments[1], "--rows"))
        rows = (unsigned)atoi(arguments[2]);
    else if (count > 2)
        interface = arguments[1], address = arguments[2];
    AdwApplication *application = adw_application_new("org.monkeycall.Benchmark.Window", G_APPLICATION_DEFAULT_FLAGS);
    g_signal_connect(application, "activate", G_CALLBACK(open_window), NULL);
    return g_application_run(G_APPLICATION(application), 1, arguments);
}
