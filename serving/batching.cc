#include "serving/batching.h"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "base/file.h"
#include "base/thread_pool.h"
#include "serving/batch_tensors.h"
#include "serving/text_message.h"
#include "tensorflow_serving/servables/tensorflow/session_bundle_config.pb.h"

namespace slipway::serving {

namespace {

// A run that several requests share; it is stopped when the last of them is gone.
struct SharedRun {
  Call call;
  int waiting = 0;
};

// A request, or a piece of one.
struct Task {
  const Signature* signature;
  std::vector<Tensor> inputs;
  int64_t rows;
  std::shared_ptr<SharedRun> run;  // once it runs
  bool done = false;
  Status status;
  std::vector<Tensor> outputs;
};
using TaskPtr = std::shared_ptr<Task>;

// Requests share a batch if they ask the same of the model.
std::string GroupOf(const Signature& s, std::span<const Tensor> inputs, bool any_size) {
  std::string group = s.key;
  for (const Tensor& t : inputs) {
    StrAppend(group, "|", t.shape().rank());
    for (int d = 1; d < t.shape().rank() && !any_size; ++d) StrAppend(group, ",", t.shape()[d]);
  }
  return group;
}

Status RowsOf(std::span<const Tensor> inputs, int64_t* rows) {
  *rows = -1;
  for (const Tensor& t : inputs) {
    if (t.shape().rank() == 0) return BadInput("Batching Run() input tensors must have at least one dimension");
    if (*rows >= 0 && t.shape()[0] != *rows)
      return BadInput("Batching Run() input tensors must have equal 0th-dimension size");
    *rows = t.shape()[0];
  }
  return OkStatus();
}

class BatchedServable final : public Servable {
 public:
  BatchedServable(std::shared_ptr<Servable> model, const BatchingOptions& options)
      : model_(std::move(model)), options_(options), queue_(options.queue) {
    signatures_ = model_->signatures();
    signature_defs_ = model_->signature_defs();
    for (int i = 0; i < options_.num_threads; ++i) threads_.emplace_back([this] { Work(); });
  }
  ~BatchedServable() override {
    {
      std::lock_guard lock(mutex_);
      stop_ = true;
    }
    work_.notify_all();
    for (std::thread& t : threads_) t.join();
  }

  Result<std::vector<Tensor>> Run(const Signature& s, std::span<const Tensor> inputs, Call& call) override {
    int64_t rows;
    RETURN_IF_ERROR(RowsOf(inputs, &rows));
    if (rows <= 0) return model_->Run(s, inputs, call);  // nothing to share
    if (rows > options_.max_request_rows)
      return BadInput("the request has ", rows, " rows, more than the largest batch of ", options_.max_request_rows);
    std::vector<TaskPtr> tasks;
    for (int64_t at = 0; at < rows; at += options_.queue.max_rows) {
      int64_t n = std::min(rows - at, options_.queue.max_rows);
      auto task = std::make_shared<Task>(Task{.signature = &s, .rows = n});
      for (const Tensor& t : inputs) task->inputs.push_back(n == rows ? t : SliceRows(t, at, n));
      tasks.push_back(std::move(task));
    }
    RETURN_IF_ERROR(Enqueue(tasks, call));
    RETURN_IF_ERROR(Await(tasks, call));
    return Joined(tasks, rows);
  }

 private:
  Status Enqueue(const std::vector<TaskPtr>& tasks, Call& call) {
    auto now = Call::Clock::now();
    std::lock_guard lock(mutex_);
    for (const TaskPtr& task : tasks) {
      uint64_t id = next_id_++;
      std::string group = GroupOf(*task->signature, task->inputs, options_.pad_variable_lengths);
      if (!queue_.Add(id, group, task->rows, now)) {
        Abandon(tasks);
        call.Refuse({RpcCode::kUnavailable, "The batch scheduling queue to which this task was submitted is full"});
        return Cancelled();
      }
      waiting_[id] = task;
    }
    work_.notify_all();
    return OkStatus();
  }

  Status Await(const std::vector<TaskPtr>& tasks, Call& call) {
    Call::Stopper wake(call, [this] {
      std::lock_guard lock(mutex_);
      done_.notify_all();
    });
    std::unique_lock lock(mutex_);
    auto all_done = [&] { return std::all_of(tasks.begin(), tasks.end(), [](const auto& t) { return t->done; }); };
    done_.wait(lock, [&] { return call.cancelled() || all_done(); });
    if (!all_done()) {
      Abandon(tasks);
      return Cancelled();
    }
    for (const TaskPtr& task : tasks) RETURN_IF_ERROR(task->status);
    return OkStatus();
  }

  // Nobody waits for these. Under the lock.
  void Abandon(const std::vector<TaskPtr>& tasks) {
    for (auto it = waiting_.begin(); it != waiting_.end();) {
      bool mine = std::find(tasks.begin(), tasks.end(), it->second) != tasks.end();
      if (mine) queue_.Remove(it->first);
      it = mine ? waiting_.erase(it) : std::next(it);
    }
    for (const TaskPtr& task : tasks)
      if (!task->done && task->run && --task->run->waiting == 0) task->run->call.Cancel();
  }

  static Result<std::vector<Tensor>> Joined(const std::vector<TaskPtr>& tasks, int64_t rows) {
    if (tasks.size() == 1) return std::move(tasks[0]->outputs);
    std::vector<Tensor> joined;
    for (size_t i = 0; i < tasks[0]->outputs.size(); ++i) {
      std::vector<Tensor> parts;
      for (const TaskPtr& task : tasks) parts.push_back(task->outputs[i]);
      bool fits = std::all_of(parts.begin(), parts.end(), [&](const Tensor& t) {
        return t.shape().rank() > 0 && SliceRows(t, 0, 0).shape() == SliceRows(parts[0], 0, 0).shape();
      });
      if (!fits) return BadInput("the pieces of a large request gave results that do not fit together");
      joined.push_back(ConcatRows(parts, rows));
    }
    return joined;
  }

  void Work() {
    std::unique_lock lock(mutex_);
    while (!stop_) {
      std::vector<BatchQueue::Id> ids = queue_.Take(Call::Clock::now());
      if (ids.empty()) {
        auto due = queue_.NextDue();
        due == BatchQueue::Time::max() ? work_.wait(lock) : void(work_.wait_until(lock, due));
        continue;
      }
      std::vector<TaskPtr> batch;
      auto run = std::make_shared<SharedRun>();
      for (BatchQueue::Id id : ids) {
        auto task = waiting_.extract(id);
        task.mapped()->run = run;
        batch.push_back(std::move(task.mapped()));
      }
      run->waiting = static_cast<int>(batch.size());
      lock.unlock();
      Status status = RunBatch(batch, run->call);
      lock.lock();
      for (const TaskPtr& task : batch) {
        task->status = status;
        task->done = true;
      }
      done_.notify_all();
    }
  }

  Status RunBatch(const std::vector<TaskPtr>& batch, Call& call) {
    int64_t rows = 0;
    for (const TaskPtr& task : batch) rows += task->rows;
    int64_t padded = PaddedRows(rows);
    std::vector<Tensor> inputs;
    for (size_t i = 0; i < batch[0]->inputs.size(); ++i) inputs.push_back(Gather(batch, i, padded));
    ASSIGN_OR_RETURN(std::vector<Tensor> outputs, model_->Run(*batch[0]->signature, inputs, call));
    bool whole = batch.size() == 1 && padded == rows;
    if (whole) return batch[0]->outputs = std::move(outputs), OkStatus();
    for (const Tensor& t : outputs)
      if (t.shape().rank() == 0 || t.shape()[0] != padded)
        return BadInput(
            "Batched output tensor's 0th dimension does not equal the sum of the 0th dimension sizes of "
            "the input tensors");
    int64_t at = 0;
    for (const TaskPtr& task : batch) {
      for (const Tensor& t : outputs) task->outputs.push_back(SliceRows(t, at, task->rows));
      at += task->rows;
    }
    return OkStatus();
  }

  int64_t PaddedRows(int64_t rows) const {
    const auto& sizes = options_.allowed_batch_sizes;
    auto next = std::lower_bound(sizes.begin(), sizes.end(), rows);
    return next == sizes.end() ? rows : *next;
  }

  static Tensor Gather(const std::vector<TaskPtr>& batch, size_t input, int64_t rows) {
    Shape largest = batch[0]->inputs[input].shape();
    for (const TaskPtr& task : batch)
      for (int d = 1; d < largest.rank(); ++d) largest[d] = std::max(largest[d], task->inputs[input].shape()[d]);
    std::vector<Tensor> parts;
    for (const TaskPtr& task : batch) {
      const Tensor& t = task->inputs[input];
      largest[0] = t.shape()[0];
      parts.push_back(PadTo(t, largest));
    }
    if (parts.size() == 1 && parts[0].shape()[0] == rows) return parts[0];
    return ConcatRows(parts, rows);
  }

  const std::shared_ptr<Servable> model_;
  const BatchingOptions options_;
  std::mutex mutex_;
  std::condition_variable work_, done_;
  BatchQueue queue_;
  std::map<BatchQueue::Id, TaskPtr> waiting_;
  BatchQueue::Id next_id_ = 0;
  bool stop_ = false;
  std::vector<std::thread> threads_;
};

Status CheckPositive(const char* name, int64_t v) {
  return v > 0 ? OkStatus() : BadInput(name, " is ", v, ", expected at least 1");
}

}  // namespace

BatchingOptions DefaultBatchingOptions() { return {.num_threads = ThreadPool::AvailableCpus()}; }

Result<BatchingOptions> ReadBatchingOptions(const std::string& path) {
  ASSIGN_OR_RETURN(std::string text, ReadFile(path));
  tensorflow::serving::BatchingParameters p;
  RETURN_IF_ERROR(ParseTextMessage(text, path, &p));
  BatchingOptions o = DefaultBatchingOptions();
  if (p.has_max_batch_size()) o.max_request_rows = p.max_batch_size().value();
  if (p.has_batch_timeout_micros()) o.queue.timeout = std::chrono::microseconds(p.batch_timeout_micros().value());
  if (p.has_max_enqueued_batches()) o.queue.max_batches = p.max_enqueued_batches().value();
  if (p.has_num_batch_threads())
    o.num_threads = static_cast<int>(std::min<int64_t>(p.num_batch_threads().value(), 256));
  o.queue.max_rows = o.max_request_rows;
  if (p.enable_large_batch_splitting().value() && p.has_max_execution_batch_size())
    o.queue.max_rows = p.max_execution_batch_size().value();
  o.allowed_batch_sizes.assign(p.allowed_batch_sizes().begin(), p.allowed_batch_sizes().end());
  o.pad_variable_lengths = p.pad_variable_length_inputs();
  RETURN_IF_ERROR_AT(CheckPositive("max_batch_size", o.max_request_rows), path);
  RETURN_IF_ERROR_AT(CheckPositive("max_execution_batch_size", o.queue.max_rows), path);
  RETURN_IF_ERROR_AT(CheckPositive("max_enqueued_batches", o.queue.max_batches), path);
  RETURN_IF_ERROR_AT(CheckPositive("num_batch_threads", o.num_threads), path);
  return o;
}

Result<std::shared_ptr<Servable>> MakeBatched(std::shared_ptr<Servable> model, const BatchingOptions& options) {
  const auto& sizes = options.allowed_batch_sizes;
  bool ascending = std::adjacent_find(sizes.begin(), sizes.end(), std::greater_equal<>()) == sizes.end();
  if (!sizes.empty() && (!ascending || sizes[0] < 1 || sizes.back() != options.queue.max_rows))
    return BadInput("allowed_batch_sizes (", StrJoin(sizes, ", "), ") must ascend and end with the largest batch, ",
                    options.queue.max_rows);
  return std::shared_ptr<Servable>(std::make_shared<BatchedServable>(std::move(model), options));
}

}  // namespace slipway::serving
